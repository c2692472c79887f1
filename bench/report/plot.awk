# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# From the CSV of fragstr-bench to a gnuplot script that draws the plots of the
# report: 1.svg, 2.svg, ... in the folder `dir`; dir/list gets a line for each with
# its section, its file and what it shows.

BEGIN {
	FS = ","
	ncuts = split("linear page mtu wire mixed small tiny worst", cuts, " ")
	split("ceiling flat:memchr-absent flat:memcmp flat:memcpy flat:be32 flat:u8 flat:index", c, " ")
	for (i in c)
		ceiling[c[i]] = 1
	LOOK_UP = "ns for a look-up"
	ours = "#c0392b"
	bounds = "#7f8c8d"
	colors = split("#2c6fbb #2e8b57 #b8860b #8e44ad #17a2a2 #6b5b00 #34495e", color, " ")
	print "set terminal svg size 480,400 dynamic font 'sans-serif,12' background '#ffffff' noenhanced"
	print "set key outside below center horizontal width 1 font ',10'"
	print "set grid ytics lc rgb '#dddddd'"
	print "set border 3"
	print "set tics nomirror"
	# By decades alone most plots would have one number or two; look-ups span many.
	for (i = -3; i < 7; i++)
		ytics = ytics sprintf("%s%g, %g, %g", i > -3 ? ", " : "", 10 ^ i, 2 * 10 ^ i, 5 * 10 ^ i)
	print "set autoscale yfix\nset offsets graph 0, graph 0, graph 0.05, graph 0.05"
}

FNR > 1 && $NF == 1 {
	split($1, part, "/")
	engine = $3 == "auto" ? $2 : $2 "-" $3
	group = part[1] "/" part[2]
	median[group, part[3], part[4], engine] = $7
	bytes[group, part[3], part[4]] = $4
	if (!((group, engine) in member)) {
		member[group, engine] = 1
		engines[group] = engines[group] " " engine
	}
	sizes[group] = sizes[group] " " part[4] " "
}

# The size that a group is best shown at.
function size_of(group,    i, n, wanted) {
	n = split("1m 1000k 64k 16m 10k", wanted, " ")
	for (i = 1; i <= n; i++)
		if (index(sizes[group], " " wanted[i] " "))
			return wanted[i]
	return ""
}

# What is plotted of a point: GB/s, ns for a look-up or a byte, or the seam tax.
function value(kind, group, cut, size, engine,    ns, linear) {
	ns = median[group, cut, size, engine]
	if (ns == "" || ns == 0)
		return ""
	if (kind == "tax") {
		linear = median[group, "linear", size, engine]
		return linear ? ns / linear : ""
	}
	if (group ~ /^index/)
		return ns
	return kind == "speed" ? bytes[group, cut, size] / ns : ns / bytes[group, cut, size]
}

function begin_plot(section, title, ylabel) {
	nplots++
	nlines = others = 0
	plot = ""
	entry = sprintf("%s\t%d.svg\t%s", section, nplots, title)
	printf "set output '%s/%d.svg'\nset title '%s'\nset ylabel '%s'\n",
		dir, nplots, title, ylabel
	print "unset logscale\nset logscale y\nset xtics auto\nset xrange [*:*]\nset yrange [*:*]"
	print "set ytics " (ylabel == LOOK_UP ? "auto" : "(" ytics ")")
}

# One line of a plot; `points` is what gnuplot reads, an empty one is left out. Ours
# and a bound have colours that no rival has.
function add_line(name, points, own) {
	if (points == "")
		return
	nlines++
	printf "$p%d_%d << EOD\n%sEOD\n", nplots, nlines, points
	plot = plot (nlines > 1 ? ", " : "plot ")
	plot = plot sprintf("$p%d_%d using 1:2 with linespoints lw %s dt %d pt %d ps 0.6", nplots,
		nlines, own == ours ? "3" : "1.4", own == bounds ? 2 : 1, nlines + 3)
	plot = plot sprintf(" lc rgb '%s' title '%s'", own ? own : color[1 + others++ % colors], name)
}

# A plot without a line is none.
function end_plot() {
	if (plot == "")
		return
	print plot "\nunset output"
	print entry >(dir "/list")
}

function points_by_cut(kind, group, size, engine,    i, y, points) {
	for (i = 1; i <= ncuts; i++) {
		y = place[cuts[i]] ? value(kind, group, cuts[i], size, engine) : ""
		if (y != "")
			points = points place[cuts[i]] " " y "\n"
	}
	return points
}

# The cuts that a group was run with get a place on the axis.
function cut_tics(group, size,    i, n, tics) {
	for (i = 1; i <= ncuts; i++) {
		place[cuts[i]] = (group, cuts[i], size) in bytes ? ++n : 0
		if (place[cuts[i]])
			tics = tics (n > 1 ? ", " : "") "'" cuts[i] "' " n
	}
	print "set xtics (" tics ") " (n > 4 ? "rotate by -35" : "norotate")
	printf "set xrange [0.7:%d.3]\n", n
}

# Rivals of a group, those that are fastest over all its points first.
function rivals(group, best,    n, i, k, list, name, sum, key, t, points) {
	n = split(engines[group], list, " ")
	for (i = 1; i <= n; i++)
		sum[list[i]] = points[list[i]] = 0
	for (key in median) {
		split(key, part, SUBSEP)
		if (part[1] == group && median[key] > 0) {
			sum[part[4]] += log(median[key] / (group ~ /^index/ ? 1 : bytes[part[1], part[2], part[3]]))
			points[part[4]]++
		}
	}
	t = 0
	for (i = 1; i <= n; i++) {
		name = list[i]
		if (name ~ /^(fragstr|flat:)/ || !points[name])
			continue
		for (k = ++t; k > 1 && sum[best[k - 1]] / points[best[k - 1]] > sum[name] / points[name]; k--)
			best[k] = best[k - 1]
		best[k] = name
	}
	return t
}

function bound(group,    n, i, list) {
	n = split(engines[group], list, " ")
	for (i = 1; i <= n; i++)
		if (list[i] in ceiling)
			return list[i]
	return ""
}

function speed_plot(group,    size, n, i, best) {
	size = size_of(group)
	if (size == "")
		return
	begin_plot("speed", group " of " size, group ~ /^index/ ? LOOK_UP : "GB/s")
	cut_tics(group, size)
	add_line("fragstr", points_by_cut("speed", group, size, "fragstr"), ours)
	n = rivals(group, best)
	for (i = 1; i <= n && i <= 5; i++)
		add_line(best[i], points_by_cut("speed", group, size, best[i]))
	if (bound(group) != "")
		add_line(bound(group), points_by_cut("speed", group, size, bound(group)), bounds)
	end_plot()
}

function impl_plot(group,    size, n, i, list) {
	size = size_of(group)
	n = split("fragstr fragstr-scalar fragstr-sse2 fragstr-ssse3 fragstr-avx2 fragstr-avx512 " \
		"fragstr-avx512vbmi fragstr-neon", list, " ")
	if (size == "" || engines[group] !~ /fragstr-scalar/)
		return
	begin_plot("impl", group " of " size ", each implementation", "GB/s")
	cut_tics(group, size)
	for (i = 1; i <= n; i++)
		add_line(list[i], points_by_cut("speed", group, size, list[i]), i == 1 ? ours : "")
	end_plot()
}

function tax_plot(    n, i, k, groups, size) {
	n = split("byte/never find/crlfcrlf find/absent icase/absent set/8 hash/xxh3 copy/all",
		groups, " ")
	# The axis is that of the first group there is.
	for (k = 1; k <= n && !(groups[k] in engines); k++)
		;
	if (k > n)
		return
	begin_plot("tax", "the seam tax", "time over the time on the linear string")
	cut_tics(groups[k], size_of(groups[k]))
	for (i = k; i <= n; i++) {
		size = size_of(groups[i])
		add_line(groups[i], points_by_cut("tax", groups[i], size, "fragstr"))
	}
	end_plot()
}

# A size as a number of bytes, a cut as a number of fragments, a name's last number.
function number_of(text) {
	if (text ~ /k$/)
		return text * 1024
	if (text ~ /m$/)
		return text * 1048576
	if (text ~ /g$/)
		return text * 1073741824
	sub(/^.*[^0-9]/, "", text)
	return text + 0
}

function growth_points(group, engine, by,    key, points, x) {
	for (key in median) {
		split(key, part, SUBSEP)
		if (part[4] != engine || (by == "needles" ? index(part[1], group) != 1 : part[1] != group))
			continue
		x = number_of(by == "fragments" ? part[2] : by == "bytes" ? part[3] : part[1])
		points = points sprintf("%d %s\n", x, value("cost", part[1], part[2], part[3], engine))
	}
	return sorted(points)
}

# Lines by their first number.
function sorted(points,    n, i, k, line, t) {
	n = split(points, line, "\n") - 1
	for (i = 2; i <= n; i++) {
		t = line[i]
		for (k = i; k > 1 && line[k - 1] + 0 > t + 0; k--)
			line[k] = line[k - 1]
		line[k] = t
	}
	t = ""
	for (i = 1; i <= n; i++)
		t = t line[i] "\n"
	return t
}

function growth_plot(group, by, title,    n, i, best, of) {
	of = by == "needles" ? group "10" : group
	if (!(of in engines))
		return
	begin_plot("growth", title, group ~ /^index/ ? LOOK_UP : "ns for a byte")
	print "set logscale xy\nset format x '%.0s%c'"
	add_line("fragstr", growth_points(group, "fragstr", by), ours)
	n = rivals(of, best)
	for (i = 1; i <= n && i <= 6; i++)
		add_line(best[i], growth_points(group, best[i], by))
	end_plot()
	print "unset format"
}

END {
	n = split("byte/never find/crlfcrlf find/content-length find/absent icase/absent " \
		"rfind/absent set/8 iset/64 worst/letters hash/xxh3 index/random index/forward " \
		"read/be32 read/all copy/all", shown, " ")
	for (s = 1; s <= n; s++)
		if (shown[s] in engines)
			speed_plot(shown[s])
	tax_plot()
	growth_plot("find/grow-fragments", "fragments", "find: 16 MiB in more and more fragments")
	growth_plot("hash/grow-fragments", "fragments", "hash: 16 MiB in more and more fragments")
	growth_plot("copy/grow-fragments", "fragments", "copy: 16 MiB in more and more fragments")
	growth_plot("index/grow-fragments", "fragments", "look-up at random in more and more fragments")
	growth_plot("find/grow-bytes", "bytes", "find: more and more bytes, cut as mtu")
	growth_plot("hash/grow-bytes", "bytes", "hash: more and more bytes, cut as mtu")
	growth_plot("set/grow-needles-", "needles", "more and more needles, in 64 KiB cut as mtu")
	impl_plot("find/content-length")
	impl_plot("hash/xxh3")
	impl_plot("icase/absent")
	impl_plot("set/8")
}
