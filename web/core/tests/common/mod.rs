//! What the tests of the messages share.

use mondrian_core::puzzle::{builtin, share_code};
use mondrian_web::Session;
use serde_json::{Value, json};

/// Asks as the page's scripts write it, with the name as `op`.
pub fn ask(session: &mut Session, request: &Value) -> Value {
    let message = match request.as_object() {
        Some(fields) => {
            let mut fields = fields.clone();
            let name = fields.remove("op").expect("a name");
            json!({ name.as_str().expect("a text"): fields })
        }
        None => request.clone(),
    };
    let answer = session.answer(&message.to_string());
    serde_json::from_str(&answer).expect("answers are JSON")
}

pub fn code(name: &str) -> String {
    share_code(&builtin::find(name).expect("a built-in level").draft())
}
