# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# From the CSV of fragstr-bench to the tables of the report, one for each operation.

BEGIN {
	FS = ","
	split("flat:memchr-absent flat:memcmp flat:memcpy flat:be32 flat:u8 flat:index", c, " ")
	for (i in c)
		ceiling[c[i]] = 1
}

FNR == 1 { next }

{
	if (!($1 in seen)) {
		seen[$1] = 1
		name[++ncases] = $1
	}
	split($1, part, "/")
	figure = part[1] == "index" ? $7 : ($7 > 0 ? $4 / $7 : 0)
	engine = $3 == "auto" ? $2 : $2 "-" $3
	all[$1] = all[$1] sprintf("%s%s %s", all[$1] == "" ? "" : ", ", engine,
		$NF == 1 ? sprintf("%.2f", figure) : "<strong class=wrong>WRONG " $(NF - 1) "</strong>")
	if ($NF != 1) {
		wrong[$1] = wrong[$1] " " engine
		next
	}
	if (engine == "fragstr") {
		ours[$1] = $7
		spread[$1] = $9
		shown[$1] = figure
		if (part[3] == "linear")
			linear[part[1] "/" part[2] "/" part[4]] = $7
	} else if ($2 in ceiling) {
		top[$1] = figure
	}
	if ($2 != "fragstr" && $2 !~ /^flat:/ && (!($1 in best) || $7 < best[$1])) {
		best[$1] = $7
		rival[$1] = $2
		rivals_figure[$1] = figure
	}
}

function cell(there, format, number) {
	return there ? sprintf("<td>" format "</td>", number) : "<td></td>"
}

function head(op, unit) {
	printf "<details%s><summary>%s (%s)</summary>", op == "find" ? " open" : "", op, unit
	print "<div class=wide><table>"
	print "<thead><tr><th>case</th><th>fragstr</th><th>ratio</th><th>best rival</th><th></th>" \
		"<th>spread</th><th>ceiling</th><th>of it</th><th>seam tax</th></tr></thead><tbody>"
}

# A name that a narrow screen may break behind its slashes.
function breakable(id) {
	gsub("/", "/<wbr>", id)
	return id
}

function row(id,    part, flat, ratio, share) {
	split(id, part, "/")
	flat = linear[part[1] "/" part[2] "/" part[4]]
	ratio = ((id in ours) && (id in best)) ? best[id] / ours[id] : 0
	share = 0
	if ((id in shown) && (id in top) && shown[id] > 0 && top[id] > 0)
		share = part[1] == "index" ? top[id] / shown[id] : shown[id] / top[id]
	printf "<tr><td>%s%s</td>", breakable(id),
		(id in wrong) ? " <strong class=wrong>WRONG:" wrong[id] "</strong>" : ""
	printf "%s", cell((id in ours), "%.2f", shown[id])
	printf "<td class=%s>%s</td>", (ratio >= 1 ? "ahead" : "behind"),
		ratio ? sprintf("%.2f", ratio) : ""
	printf "<td>%s</td>%s", rival[id], cell((id in best), "%.2f", rivals_figure[id])
	printf "%s", cell((id in ours), "%.0f %%", 100 * spread[id])
	printf "%s", cell((id in top), "%.2f", top[id])
	printf "%s", cell((id in top) && (id in ours), "%.0f %%", 100 * share)
	printf "%s</tr>\n", cell((id in ours) && flat, "%.2f", flat ? ours[id] / flat : 0)
	printf "<tr class=all><td colspan=9><details><summary>all engines</summary>%s", all[id]
	print "</details></td></tr>"
}

END {
	for (i = 1; i <= ncases; i++) {
		split(name[i], part, "/")
		if (part[1] != last) {
			if (last != "")
				print "</tbody></table></div></details>"
			head(part[1], part[1] == "index" ? "ns for each look-up" : "GB/s")
			last = part[1]
		}
		row(name[i])
	}
	if (last != "")
		print "</tbody></table></div></details>"
}
