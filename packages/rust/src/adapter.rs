// SPDX-License-Identifier: Apache-2.0
//! A parser in a shared object, for `fencepost test --so ./libparser.so`: the crate is of type `cdylib`, and
//! [`export_adapter!`](crate::export_adapter) makes its one entry of a type that implements [`Parser`].

use std::ffi::c_void;
use std::os::raw::{c_char, c_int};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// The structs of `fencepost/adapter.h`, as they are. That header says what each member is for.
pub mod raw {
    use super::{c_char, c_int, c_void};

    /// The version of these structs.
    pub const FP_ADAPTER_ABI: u32 = 6;
    /// Pieces of the input may end inside a character.
    pub const FP_ADAPTER_UNIT_BYTE: u32 = 0;
    /// Pieces of the input hold whole characters.
    pub const FP_ADAPTER_UNIT_CODEPOINT: u32 = 1;
    /// Calls have spans.
    pub const FP_ADAPTER_SPANS: u32 = 1;
    /// Diagnostics are told.
    pub const FP_ADAPTER_DIAGNOSTICS: u32 = 2;
    /// Events are told.
    pub const FP_ADAPTER_EVENTS: u32 = 4;
    /// Input that is not UTF-8 is taken.
    pub const FP_ADAPTER_BYTES: u32 = 8;
    /// `open` heeds the catalogue.
    pub const FP_ADAPTER_CATALOGUE: u32 = 16;
    /// It can begin inside of what the prompt opened.
    pub const FP_ADAPTER_PREFIX: u32 = 32;
    /// It has two paths.
    pub const FP_ADAPTER_MODES: u32 = 64;
    /// It can be told how the input ended.
    pub const FP_ADAPTER_FINISH: u32 = 128;
    /// It takes tokens.
    pub const FP_ADAPTER_TOKENS: u32 = 256;
    /// The model stopped by itself.
    pub const FP_ADAPTER_FINISH_STOP: u32 = 0;
    /// A limit of length stopped it.
    pub const FP_ADAPTER_FINISH_LENGTH: u32 = 1;
    /// A token stopped it, which is never fed.
    pub const FP_ADAPTER_FINISH_TOKEN: u32 = 2;
    /// Pieces of a message, as they come.
    pub const FP_ADAPTER_STREAM: u32 = 0;
    /// A whole message.
    pub const FP_ADAPTER_WHOLE: u32 = 1;

    /// A call that the parser has read.
    #[repr(C)]
    #[allow(missing_docs)]
    pub struct fp_adapter_call {
        pub name: *const c_char,
        pub name_len: usize,
        pub input: *const c_char,
        pub input_len: usize,
        pub start: u64,
        pub end: u64,
        pub complete: c_int,
    }

    /// Where a parser tells what it reads.
    #[repr(C)]
    #[allow(missing_docs)]
    pub struct fp_adapter_sink {
        pub text: extern "C" fn(*mut fp_adapter_sink, *const c_char, usize),
        pub call: extern "C" fn(*mut fp_adapter_sink, *const fp_adapter_call),
        pub diagnostic: extern "C" fn(*mut fp_adapter_sink, *const c_char, u64, *const c_char),
        pub call_begin: extern "C" fn(*mut fp_adapter_sink, *const c_char, usize),
        pub arg_begin: extern "C" fn(*mut fp_adapter_sink, *const c_char, usize),
        pub arg_data: extern "C" fn(*mut fp_adapter_sink, *const c_char, usize),
        pub arg_end: extern "C" fn(*mut fp_adapter_sink),
        pub refuse: extern "C" fn(*mut fp_adapter_sink, *const c_char, usize),
        pub reasoning: extern "C" fn(*mut fp_adapter_sink, *const c_char, usize),
    }

    /// What a parser is made for.
    #[repr(C)]
    #[allow(missing_docs)]
    pub struct fp_adapter_asked {
        pub size: u32,
        pub mode: u32,
        pub syntax: *const c_char,
        pub catalogue: *const c_char,
        pub catalogue_len: usize,
        pub prefix: *const c_char,
        pub prefix_len: usize,
        pub finish: u32,
        pub finish_token: *const c_char,
        pub finish_token_len: usize,
    }

    /// A function that makes a parser for one input.
    pub type Open = extern "C" fn(*const fp_adapter, *mut fp_adapter_sink, *const c_char, *const c_char, usize) -> *mut c_void;

    /// What the object is.
    #[repr(C)]
    #[allow(missing_docs)]
    pub struct fp_adapter {
        pub abi: u32,
        pub size: u32,
        pub name: *const c_char,
        pub version: *const c_char,
        pub language: *const c_char,
        pub syntaxes: *const *const c_char,
        pub unit: u32,
        pub capabilities: u32,
        pub policies: *const *const c_char,
        pub open: Option<Open>,
        pub feed: Option<extern "C" fn(*mut c_void, *const c_char, usize) -> c_int>,
        pub finish: Option<extern "C" fn(*mut c_void) -> c_int>,
        pub close: Option<extern "C" fn(*mut c_void)>,
        pub reset: Option<extern "C" fn(*mut c_void)>,
        pub render: Option<
            extern "C" fn(*const fp_adapter, *mut fp_adapter_sink, *const c_char, *const c_char, usize, *const fp_adapter_call),
        >,
        pub open_as: Option<extern "C" fn(*const fp_adapter, *mut fp_adapter_sink, *const fp_adapter_asked) -> *mut c_void>,
        pub feed_token: Option<extern "C" fn(*mut c_void, *const c_char, usize) -> c_int>,
        pub readings: *const *const c_char,
    }

    /// Nothing in it changes after it was made.
    unsafe impl Sync for fp_adapter {}

    /// A list of strings that NULL ends.
    #[repr(transparent)]
    pub struct Strings<const N: usize>(pub [*const c_char; N]);
    unsafe impl<const N: usize> Sync for Strings<N> {}
}

/// Where a parser tells what it reads, in the order of the input, as soon as the bytes so far decide it.
pub struct Sink {
    to: *mut raw::fp_adapter_sink,
}

impl Sink {
    /// Text, in any pieces.
    pub fn text(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        unsafe { ((*self.to).text)(self.to, bytes.as_ptr() as *const c_char, bytes.len()) }
    }

    /// Reasoning, where `reasoning=channel` is declared.
    pub fn reasoning(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        unsafe { ((*self.to).reasoning)(self.to, bytes.as_ptr() as *const c_char, bytes.len()) }
    }

    /// A call, with its input as JSON text, an object. `complete`: its end was read.
    pub fn call(&mut self, name: impl AsRef<[u8]>, input: &str, complete: bool) {
        let name = name.as_ref();
        let call = raw::fp_adapter_call {
            name: name.as_ptr() as *const c_char,
            name_len: name.len(),
            input: input.as_ptr() as *const c_char,
            input_len: input.len(),
            start: 0,
            end: 0,
            complete: complete as c_int,
        };
        unsafe { ((*self.to).call)(self.to, &call) }
    }
}

/// A streaming parser. One is made for each input.
pub trait Parser {
    /// Takes the next chunk, which holds whole characters; or refuses the input, with the reason.
    fn feed(&mut self, chunk: &str, sink: &mut Sink) -> Result<(), String>;
    /// The input has ended.
    fn finish(&mut self, sink: &mut Sink) -> Result<(), String>;
}

/// A parser and where it tells what it reads: what the functions of the adapter get.
pub struct Opened<P> {
    parser: P,
    sink: Sink,
}

/// Makes one, for [`export_adapter!`](crate::export_adapter). A panic refuses the input.
pub fn open<P: Parser>(sink: *mut raw::fp_adapter_sink, make: impl FnOnce() -> P) -> *mut c_void {
    let mut sink = Sink { to: sink };
    match catch_unwind(AssertUnwindSafe(make)) {
        Ok(parser) => Box::into_raw(Box::new(Opened { parser, sink })) as *mut c_void,
        Err(_) => {
            refuse(&mut sink, "panicked when the parser was made");
            std::ptr::null_mut()
        }
    }
}

fn refuse(sink: &mut Sink, why: &str) -> c_int {
    unsafe { ((*sink.to).refuse)(sink.to, why.as_ptr() as *const c_char, why.len()) };
    1
}

/// Nothing is thrown across the border: a panic, and an error, refuse the input.
fn guarded<P>(opened: &mut Opened<P>, work: impl FnOnce(&mut P, &mut Sink) -> Result<(), String>) -> c_int {
    let Opened { parser, sink } = opened;
    match catch_unwind(AssertUnwindSafe(|| work(parser, sink))) {
        Ok(Ok(())) => 0,
        Ok(Err(why)) => refuse(sink, &why),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            refuse(sink, &format!("panicked: {}", text.unwrap_or_default()))
        }
    }
}

/// `feed` of the adapter.
pub extern "C" fn feed<P: Parser>(opened: *mut c_void, bytes: *const c_char, len: usize) -> c_int {
    let opened = unsafe { &mut *(opened as *mut Opened<P>) };
    let bytes = if len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(bytes as *const u8, len) } };
    guarded(opened, |parser, sink| parser.feed(&String::from_utf8_lossy(bytes), sink))
}

/// `finish` of the adapter.
pub extern "C" fn finish<P: Parser>(opened: *mut c_void) -> c_int {
    guarded(unsafe { &mut *(opened as *mut Opened<P>) }, |parser, sink| parser.finish(sink))
}

/// `close` of the adapter.
pub extern "C" fn close<P: Parser>(opened: *mut c_void) {
    drop(unsafe { Box::from_raw(opened as *mut Opened<P>) })
}

/// Makes the entry of a shared object.
///
/// ```
/// use fencepost::adapter::{Parser, Sink};
///
/// struct AllText;
/// impl Parser for AllText {
///     fn feed(&mut self, chunk: &str, sink: &mut Sink) -> Result<(), String> {
///         sink.text(chunk);
///         Ok(())
///     }
///     fn finish(&mut self, _: &mut Sink) -> Result<(), String> {
///         Ok(())
///     }
/// }
/// fencepost::export_adapter! {
///     name: "all text", version: "1.0", syntaxes: ["hermes"],
///     policies: ["unterminated=text"], readings: ["HERMES-2.9"], // each may be left out
///     parser: AllText, make: || AllText,
/// }
/// ```
///
/// `policies` declares where the parser differs on purpose, `readings` which clauses it reads otherwise; `fencepost policies --
/// fencepost serve --so FILE` proposes both.
#[macro_export]
macro_rules! export_adapter {
    (name: $name:literal, version: $version:literal, syntaxes: [$($syntax:literal),+ $(,)?],
     $(policies: [$($policy:literal),* $(,)?],)? $(readings: [$($reading:literal),* $(,)?],)? parser: $parser:ty, make: $make:expr $(,)?) => {
        /// What the object is.
        #[no_mangle]
        pub extern "C" fn fp_adapter_entry() -> *const $crate::adapter::raw::fp_adapter {
            use $crate::adapter::raw;
            use ::std::os::raw::c_char;
            extern "C" fn open(_: *const raw::fp_adapter, sink: *mut raw::fp_adapter_sink, _: *const c_char, _: *const c_char,
                               _: usize) -> *mut ::std::ffi::c_void {
                $crate::adapter::open::<$parser>(sink, $make)
            }
            const SYNTAXES: &[*const c_char] = &[$(concat!($syntax, "\0").as_ptr() as *const c_char,)+ ::std::ptr::null()];
            static IDS: raw::Strings<{ SYNTAXES.len() }> = raw::Strings([$(concat!($syntax, "\0").as_ptr() as *const c_char,)+ ::std::ptr::null()]);
            const POLICIES: &[*const c_char] = &[$($(concat!($policy, "\0").as_ptr() as *const c_char,)*)? ::std::ptr::null()];
            static DECLARED: raw::Strings<{ POLICIES.len() }> =
                raw::Strings([$($(concat!($policy, "\0").as_ptr() as *const c_char,)*)? ::std::ptr::null()]);
            const READINGS: &[*const c_char] = &[$($(concat!($reading, "\0").as_ptr() as *const c_char,)*)? ::std::ptr::null()];
            static READ_OTHERWISE: raw::Strings<{ READINGS.len() }> =
                raw::Strings([$($(concat!($reading, "\0").as_ptr() as *const c_char,)*)? ::std::ptr::null()]);
            static ADAPTER: raw::fp_adapter = raw::fp_adapter {
                abi: raw::FP_ADAPTER_ABI,
                size: ::std::mem::size_of::<raw::fp_adapter>() as u32,
                name: concat!($name, "\0").as_ptr() as *const c_char,
                version: concat!($version, "\0").as_ptr() as *const c_char,
                language: "rust\0".as_ptr() as *const c_char,
                syntaxes: IDS.0.as_ptr(),
                unit: raw::FP_ADAPTER_UNIT_CODEPOINT,
                capabilities: 0,
                policies: DECLARED.0.as_ptr(),
                open: Some(open),
                feed: Some($crate::adapter::feed::<$parser>),
                finish: Some($crate::adapter::finish::<$parser>),
                close: Some($crate::adapter::close::<$parser>),
                reset: None,
                render: None,
                open_as: None,
                feed_token: None,
                readings: READ_OTHERWISE.0.as_ptr(),
            };
            &ADAPTER
        }
    };
}
