// SPDX-License-Identifier: GPL-2.0-only OR MIT
//! sets_test for the aho-corasick crate: arguments TEXT NEEDLES CASE, and the same lines.
use aho_corasick::{AhoCorasickBuilder, MatchKind};
use std::io::Write;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read(&args[1]).unwrap();
    let lines = std::fs::read(&args[2]).unwrap();
    let needles: Vec<&[u8]> = lines[..lines.len() - 1].split(|&b| b == b'\n').collect();
    let automaton = AhoCorasickBuilder::new()
        .match_kind(MatchKind::Standard)
        .ascii_case_insensitive(args[3] == "icase")
        .build(&needles);
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for m in automaton.find_overlapping_iter(&text) {
        writeln!(out, "{} {} {}", m.end(), m.end() - m.start(), m.pattern()).unwrap();
    }
}
