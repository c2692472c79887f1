// SPDX-License-Identifier: GPL-2.0-only OR MIT
//! The memchr and aho-corasick crates behind calls that C can make.
use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use memchr::memmem::{Finder, FinderRev};
use std::slice::from_raw_parts;

#[repr(C)]
pub struct Pattern {
    bytes: *const u8,
    len: usize,
}

unsafe fn slice<'a>(bytes: *const u8, len: usize) -> &'a [u8] {
    from_raw_parts(bytes, len)
}

#[no_mangle]
pub unsafe extern "C" fn peer_finder_new(bytes: *const u8, len: usize) -> *mut Finder<'static> {
    Box::into_raw(Box::new(Finder::new(slice(bytes, len)).into_owned()))
}

#[no_mangle]
pub unsafe extern "C" fn peer_finder_count(f: *const Finder, bytes: *const u8, len: usize) -> u64 {
    (*f).find_iter(slice(bytes, len)).count() as u64
}

#[no_mangle]
pub unsafe extern "C" fn peer_finder_free(f: *mut Finder<'static>) {
    drop(Box::from_raw(f));
}

#[no_mangle]
pub unsafe extern "C" fn peer_rfinder_new(bytes: *const u8, len: usize) -> *mut FinderRev<'static> {
    Box::into_raw(Box::new(FinderRev::new(slice(bytes, len)).into_owned()))
}

#[no_mangle]
pub unsafe extern "C" fn peer_rfinder_count(
    f: *const FinderRev,
    bytes: *const u8,
    len: usize,
) -> u64 {
    (*f).rfind_iter(slice(bytes, len)).count() as u64
}

#[no_mangle]
pub unsafe extern "C" fn peer_rfinder_free(f: *mut FinderRev<'static>) {
    drop(Box::from_raw(f));
}

#[no_mangle]
pub unsafe extern "C" fn peer_memchr_count(byte: u8, bytes: *const u8, len: usize) -> u64 {
    memchr::memchr_iter(byte, slice(bytes, len)).count() as u64
}

#[no_mangle]
pub unsafe extern "C" fn peer_memrchr_count(byte: u8, bytes: *const u8, len: usize) -> u64 {
    memchr::memrchr_iter(byte, slice(bytes, len)).count() as u64
}

#[no_mangle]
pub unsafe extern "C" fn peer_memchr3_count(any: *const u8, bytes: *const u8, len: usize) -> u64 {
    let any = slice(any, 3);
    memchr::memchr3_iter(any[0], any[1], any[2], slice(bytes, len)).count() as u64
}

#[no_mangle]
pub unsafe extern "C" fn peer_aho_new(set: *const Pattern, nr: usize, icase: bool) -> *mut AhoCorasick {
    let needles: Vec<&[u8]> = from_raw_parts(set, nr)
        .iter()
        .map(|p| slice(p.bytes, p.len))
        .collect();
    let built = AhoCorasickBuilder::new()
        .match_kind(MatchKind::LeftmostFirst)
        .ascii_case_insensitive(icase)
        .auto_configure(&needles)
        .build(&needles);
    Box::into_raw(Box::new(built))
}

#[no_mangle]
pub unsafe extern "C" fn peer_aho_count(a: *const AhoCorasick, bytes: *const u8, len: usize) -> u64 {
    (*a).find_iter(slice(bytes, len)).count() as u64
}

#[no_mangle]
pub unsafe extern "C" fn peer_aho_free(a: *mut AhoCorasick) {
    drop(Box::from_raw(a));
}
