//! The types of all messages in TypeScript, made from those of this package: `web/src/protocol.d.ts`,
//! by which `tsc` checks the page's scripts.
//!
//!     BLESS=1 cargo test --package mondrian-web types      # writes the file anew

use std::collections::BTreeMap;

use mondrian_core::report::ErrorLine;
use ts_rs::{Config, TS, TypeVisitor};

use crate::editing::EditedObject;
use crate::explaining::{BeginningObject, StepsObject};
use crate::hint::HintObject;
use crate::play::PlayObject;
use crate::request::Request;
use crate::searching::EventsObject;
use crate::session::{AboutObject, CodeObject, FileObject, LevelsObject, WonObject};

const HEAD: &str = "\
// What page and core say to each other: see PROTOCOL.md. Made from the types of web/core by
// `BLESS=1 cargo test --package mondrian-web types`; not to be edited.

";

/// How the page's scripts write a request: one object, with its name as `op`.
const OPS: &str = "
type Named<R> = R extends unknown ? { [Op in keyof R]: { op: Op } & R[Op] }[keyof R] : never;
export type Message = Named<Request>;
export type Answer<Op> = Op extends keyof Answers ? Answers[Op] : never;
";

/// Collects the declarations of types and of what they are made of.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers and texts have no declaration.
        if T::output_path().is_none() {
            T::visit_generics(self);
            return;
        }
        let name = T::ident(&self.config);
        if !self.found.contains_key(&name) {
            let declaration = format!("export {}\n", T::decl(&self.config));
            self.found.insert(name, declaration);
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }
}

impl Declarations {
    /// Declares a type and returns its name.
    fn name_of<T: TS + 'static>(&mut self) -> String {
        self.visit::<T>();
        T::ident(&self.config)
    }
}

fn protocol() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, found: BTreeMap::new() };
    all.visit::<Request>();
    all.visit::<ErrorLine>();
    let answers = [
        ("about", all.name_of::<AboutObject>()),
        ("read", all.name_of::<LevelsObject>()),
        ("play", all.name_of::<PlayObject>()),
        ("won", all.name_of::<WonObject>()),
        ("share", all.name_of::<CodeObject>()),
        ("new", all.name_of::<EditedObject>()),
        ("edit", all.name_of::<EditedObject>()),
        ("file", all.name_of::<FileObject>()),
        ("solve", all.name_of::<EventsObject>()),
        ("step", all.name_of::<EventsObject>()),
        ("stop", all.name_of::<EventsObject>()),
        ("hint", all.name_of::<HintObject>()),
        ("what_if", all.name_of::<EventsObject>()),
        ("make", all.name_of::<EventsObject>()),
        ("vary", all.name_of::<EventsObject>()),
        ("explain", all.name_of::<BeginningObject>()),
        ("next", all.name_of::<StepsObject>()),
    ];
    let answers: String =
        answers.iter().map(|(request, answer)| format!("  {request}: {answer};\n")).collect();
    let declarations: String = all.found.into_values().collect();
    format!("{HEAD}{declarations}\nexport interface Answers {{\n{answers}}}\n{OPS}")
}

#[test]
fn the_types_of_the_page_are_those_of_the_core() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/protocol.d.ts");
    let types = protocol();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, types).expect("the file can be written");
        return;
    }
    let written = std::fs::read_to_string(file).expect("the file is there");
    assert!(written == types, "{file} is not what the types say: write it anew with BLESS=1");
}
