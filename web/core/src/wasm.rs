//! The exports: requests and answers are bytes in the memory of the module.

use std::cell::RefCell;

use crate::Session;

/// What lives from one call to the next: there is one thread.
struct State {
    session: Session,
    request: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::new());
}

impl State {
    fn new() -> Self {
        Self { session: Session::default(), request: Vec::new(), answer: Vec::new() }
    }
}

/// Returns where a request of so many bytes is to be written.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request = vec![0; length];
        state.request.as_mut_ptr()
    })
}

/// Answers the request that has been written, and returns where its answer stands: its length in
/// four bytes, the lowest first, and then its bytes, until the next call.
#[unsafe(no_mangle)]
extern "C" fn call(_request: *const u8, _length: usize) -> *const u8 {
    STATE.with_borrow_mut(|state| {
        let request = std::mem::take(&mut state.request);
        let answer = state.session.answer(&String::from_utf8_lossy(&request));
        state.answer.clear();
        state.answer.extend((answer.len() as u32).to_le_bytes());
        state.answer.extend(answer.as_bytes());
        state.answer.as_ptr()
    })
}
