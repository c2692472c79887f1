# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# Counts the results in a log that holds KTAP: prints "PASSED FAILED" and, on
# stderr, what failed and the first lines it said of it. A result line is a case
# of its own if no result line lies below it. A log that ends early, breaks a
# plan or holds no case is a failure.

function complain(what) {
	print name ": " what > "/dev/stderr"
	failed++
}

# What the log holds from line @i on, line 0 being the result or plan before.
function tell(i) {
	for (; i < told && i < 12; i++)
		print "    " line[i] > "/dev/stderr"
}

# The results below depth d are complete: their number must be the planned one.
function close_below(d,    i) {
	for (i = d + 1; i <= deepest; i++) {
		if ((i in plan) && plan[i] != seen[i])
			complain("planned " plan[i] " results, found " seen[i] + 0 " in " title[i])
		delete plan[i]
		delete seen[i]
		delete bad[i]
		delete title[i]
	}
	deepest = d
}

function result(d, is_ok, text,    leaf, bad_below) {
	leaf = !((d + 1) in seen)
	bad_below = bad[d + 1]
	close_below(d)
	seen[d]++
	if (text ~ /# SKIP/) {
		skipped++
		print name ": skipped: " text > "/dev/stderr"
	} else if (!is_ok) {
		bad[d]++
		# A group whose cases all passed, but which failed, is a failure too.
		if (leaf || !bad_below) {
			complain(text)
			if (leaf)
				tell(1)
		}
	} else if (leaf) {
		passed++
	}
}

# What printk puts in front: "<6>", "[   12.345678] ", "[    T12] ".
{ while (sub(/^(<[0-9]+>|\[ *[0-9.]+\] ?|\[ *[TC][0-9]+\] ?)/, "")) ; }

{
	match($0, /^ */)
	depth = int(RLENGTH / 4)
	text = substr($0, RLENGTH + 1)
}

text ~ /^K?TAP version / {
	started = 1
	next
}

!started { next }

text ~ /^1\.\.[0-9]+( |$)/ || text ~ /^# Subtest: / {
	if (depth > deepest)
		deepest = depth
	told = 0
	line[told++] = text
	if (text ~ /^#/)
		title[depth] = substr(text, 12)
	else
		plan[depth] = substr(text, 4) + 0
	next
}

text ~ /^ok [0-9]+/ || text ~ /^not ok [0-9]+/ {
	if (depth > deepest)
		deepest = depth
	result(depth, text ~ /^ok/, text)
	told = 0
	line[told++] = text
	next
}

{ line[told++] = text }

END {
	if (!started) {
		complain("holds no KTAP: no test ran")
	} else {
		had_plan = (0 in plan)
		cut_short = had_plan && plan[0] != seen[0]
		title[0] = "the whole log"
		close_below(-1)
		if (cut_short) {
			print name ": the log ends early: the kernel crashed or was stopped, after" > "/dev/stderr"
			tell(0)
		}
		if (!had_plan)
			complain("has no plan at the top: it is not complete")
		if (!passed && !failed)
			complain("no test case ran")
	}
	print passed + 0, failed + 0
}
