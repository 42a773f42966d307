//! Levels as text, in and out of the program: the clipboard, share codes, and the
//! dialog for a code. A text is understood whichever kind it is: a level file, a share
//! code, or the text of a position.

use bevy::clipboard::Clipboard;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;

use super::file::FileCommand;
use crate::app::design::tools::ChooseTool;
use crate::app::design::tools::clipboard::{RegionClip, RegionCopied, take_in_hand};
use crate::app::document::Document;
use crate::app::kit::dialog::{
    Dialog, FieldText, ShowMessage, button_row, close_dialogs, closing, dialog, fill_field,
    is_entered, open,
};
use crate::app::kit::frame::FrameSystems;
use crate::app::kit::notice::{ShowHint, ShowNotice};
use crate::app::kit::theme::{self, button, label, label_dim, primary_button, text_field};
use crate::app::kit::tooltip::Tooltip;
use crate::app::settings::Settings;
use crate::page::link;
use crate::puzzle::edit::{is_other_puzzle, new_draft};
use crate::puzzle::{
    AnyTextError, Best, Draft, Loaded, parse_any, share_code, write_level, write_text,
};

/// Longer texts are no level.
const MAX_CHARACTERS: usize = 1 << 20;

/// Does something with a level as text.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum TextCommand {
    /// Copies start and goal as text.
    CopyLevel,
    /// Copies the share code.
    CopyCode,
    /// Copies the address that opens the level in one's own copy of the player.
    CopyLink,
    /// Copies a text; `what` begins the sentence that says so.
    CopyText { text: String, what: &'static str },
    /// Takes the level in the clipboard, or the region in the hand, whichever was
    /// copied last.
    Paste,
    /// Takes the level in this text.
    Take(String),
    /// Asks for a share code, with what was typed before and what is wrong with it.
    AskCode {
        /// What the field shows.
        text: String,
        /// Why it did not go well.
        problem: Option<String>,
    },
}

/// Whether the clipboard of the system is used; else what was copied stays within the
/// program.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UseClipboard(pub bool);

/// What was copied last: it can be pasted where the system has no clipboard.
#[derive(Resource, Default)]
pub struct LastCopied(pub String);

/// The level that was copied last, whose text holds neither its moves nor its proof.
#[derive(Resource)]
pub struct LastLevel(Draft);

impl Default for LastLevel {
    fn default() -> Self {
        Self(new_draft())
    }
}

/// The field for a share code.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct CodeField;

/// Opens the level whose code is in the field.
#[derive(Message, Clone, Copy, Debug)]
struct TakeCode;

/// What text commands read and write.
#[derive(bevy::ecs::system::SystemParam)]
struct Texts<'w> {
    document: Res<'w, Document>,
    clipboard: Option<ResMut<'w, Clipboard>>,
    use_clipboard: Res<'w, UseClipboard>,
    last: ResMut<'w, LastCopied>,
    notices: MessageWriter<'w, ShowNotice>,
    messages: MessageWriter<'w, ShowMessage>,
    files: MessageWriter<'w, FileCommand>,
    copied: ResMut<'w, LastLevel>,
    region: Res<'w, RegionClip>,
    tools: MessageWriter<'w, ChooseTool>,
    hints: MessageWriter<'w, ShowHint>,
    settings: Res<'w, Settings>,
}

impl Texts<'_> {
    fn copy(&mut self, text: String, what: &str) {
        if self.use_clipboard.0
            && let Some(clipboard) = &mut self.clipboard
            && let Err(error) = clipboard.set_text(text.clone())
        {
            debug!("no system clipboard: {error:?}");
        }
        self.last.0 = text;
        self.notices.write(ShowNotice(format!("{what} copied")));
    }

    fn pasted(&mut self) -> String {
        let clipboard = self.clipboard.as_mut().filter(|_| self.use_clipboard.0);
        let read = clipboard.and_then(|clipboard| clipboard.fetch_text().poll_result()?.ok());
        read.unwrap_or_else(|| self.last.0.clone())
    }

    fn take(&mut self, text: &str) {
        match taken(text, self.document.draft()) {
            Ok(mut level) => {
                let known = [&**self.document.draft(), &self.copied.0];
                let best = known.into_iter().find_map(|known| best_of(&level.draft, known));
                level.draft.best = level.draft.best.take().or(best);
                self.files.write(FileCommand::OpenShared(Box::new(level)));
            }
            Err(text) => {
                let title = "What was copied is no level".to_owned();
                self.messages.write(ShowMessage { title, text });
            }
        }
    }
}

/// Returns the level in a text: another one than `draft`, whose colours a position has.
fn taken(text: &str, draft: &Draft) -> Result<Loaded, String> {
    if text.trim().is_empty() {
        return Err("The clipboard holds no text.".to_owned());
    }
    if text.len() > MAX_CHARACTERS {
        return Err("The text is far too long for a level.".to_owned());
    }
    parse_any(text, Some(&draft.palette)).map_err(|error| no_level(&error))
}

/// Says why a text is no level.
fn no_level(error: &AnyTextError) -> String {
    match error {
        AnyTextError::Collection(format) => format!(
            "It is {}. Save it as a file: More, Import levels, makes level files of it.",
            format.words()
        ),
        error => error.to_string(),
    }
}

/// Returns the best solution of `known` if it solves `draft`; proved if it is that of
/// the same puzzle.
fn best_of(draft: &Draft, known: &Draft) -> Option<Best> {
    let best = known.best.as_ref()?;
    let solution = draft.validate().ok()?.verify(best.moves.clone()).ok()?;
    let proved = best.proved && !is_other_puzzle(draft, known);
    Some(Best { moves: solution.moves().to_vec(), proved, claimed: false })
}

/// Copies the rows of a region that has been copied.
fn copy_region(mut copied: MessageReader<RegionCopied>, mut texts: Texts) {
    if copied.read().count() > 0
        && let Some(text) = texts.region.text()
    {
        texts.copy(text, "Selection");
    }
}

fn handle(mut commands: MessageReader<TextCommand>, mut texts: Texts) {
    for command in commands.read() {
        match command {
            TextCommand::CopyLevel => {
                let draft = Draft::clone(texts.document.draft());
                // The text of a position has no letters for chameleons and numbered tiles.
                let (text, what) = if draft.palette.is_plain() {
                    (write_text(&draft), "Start and goal")
                } else {
                    (write_level(&draft), "Level file")
                };
                texts.copied.0 = draft;
                texts.copy(text, what);
            }
            TextCommand::CopyCode => {
                let code = share_code(texts.document.draft());
                let what = match &texts.document.draft().best {
                    Some(best) => format!("Share code with {} moves", best.moves.len()),
                    None => "Share code, without a solution,".to_owned(),
                };
                texts.copy(code, &what);
            }
            TextCommand::CopyLink => {
                if let Some(link) = link(&texts.settings.player_address, texts.document.draft()) {
                    texts.copy(link, "Link");
                }
            }
            TextCommand::CopyText { text, what } => texts.copy(text.clone(), what),
            TextCommand::Paste => {
                let text = texts.pasted();
                if texts.region.text().as_ref() == Some(&text) {
                    take_in_hand(&mut texts.tools, &mut texts.hints);
                } else {
                    texts.take(&text);
                }
            }
            TextCommand::Take(text) => texts.take(text),
            TextCommand::AskCode { .. } => {}
        }
    }
}

fn ask_code(
    mut requests: MessageReader<TextCommand>,
    dialogs: Query<Entity, With<Dialog>>,
    mut commands: Commands,
) {
    for request in requests.read() {
        let TextCommand::AskCode { text, problem } = request else { continue };
        let buttons = bsn_list! {
            closing(button("Cancel")),
            (
                primary_button("Open")
                template_value(Tooltip::new("Opens the level that the code holds", "Enter"))
                on(|_: On<Activate>, mut out: MessageWriter<TakeCode>| { out.write(TakeCode); })
            ),
        };
        let problem: Vec<_> = problem
            .iter()
            .map(|problem| bsn! { label(problem.clone()) theme::Ink(theme::RED) })
            .collect();
        let content = bsn_list! {
            {problem},
            label_dim("A share code: mondrian1:… or mondrian2:…"),
            (
                text_field(CodeField, MAX_CHARACTERS)
                Node { flex_grow: 0.0, flex_shrink: 0.0 }
                template_value(Tooltip::new("The line of text that somebody has copied from a level", ""))
            ),
            button_row(Box::new(buttons)),
        };
        open(&mut commands, &dialogs, dialog("Open a share code", 620.0, Box::new(content)));
        commands.insert_resource(FieldText::<CodeField>::new(text.clone()));
    }
}

fn take_code(
    mut requests: MessageReader<TakeCode>,
    keys: Res<ButtonInput<KeyCode>>,
    focus: Res<InputFocus>,
    fields: Query<&EditableText, With<CodeField>>,
    mut files: MessageWriter<FileCommand>,
    mut texts: MessageWriter<TextCommand>,
) {
    let asked = requests.read().count() > 0;
    let Ok(field) = fields.single() else { return };
    if !asked && !is_entered(&keys, &focus, &fields) {
        return;
    }
    let text = field.value().to_string();
    match parse_any(&text, None) {
        Ok(loaded) => {
            files.write(FileCommand::OpenShared(Box::new(loaded)));
        }
        Err(error) => {
            texts.write(TextCommand::AskCode { text, problem: Some(no_level(&error)) });
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastCopied>()
        .init_resource::<LastLevel>()
        .init_resource::<UseClipboard>()
        .add_message::<TextCommand>()
        .add_message::<TakeCode>()
        .add_systems(
            Update,
            (
                (take_code, fill_field::<CodeField>)
                    .chain()
                    .before(close_dialogs)
                    .in_set(FrameSystems::Input),
                (copy_region, handle)
                    .chain()
                    .in_set(FrameSystems::Commands)
                    .before(crate::app::document::apply_commands)
                    .before(super::file::FileSystems),
                ask_code.in_set(FrameSystems::Views),
            ),
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{GapPlace, parse_text};

    #[test]
    fn a_pasted_position_is_another_level_in_the_same_colours() {
        let mut draft = parse_text("B.\n\n.B", None).unwrap();
        draft.title = "Mine".into();
        draft.palette.swatch_mut(crate::puzzle::Colour(0)).label = Some("7".into());
        let pasted = taken("BQ#\n\n.B.", &draft).unwrap().draft;
        assert_eq!(write_text(&pasted), "BQ#\n\n.B.\n");
        assert_eq!(pasted.title, "");
        assert_eq!(pasted.palette.len(), 2);
        assert_eq!(pasted.palette.swatches()[0], draft.palette.swatches()[0]);
    }

    #[test]
    fn a_numbered_board_alone_gets_its_goal() {
        let draft = parse_text("B.\n\n.B", None).unwrap();
        let pasted = taken("3 1\n2 0", &draft).unwrap();
        assert_eq!(pasted.implied_goal, Some(GapPlace::Last));
        assert_eq!(write_text(&pasted.draft), "31\n2.\n\n12\n3.\n");
    }

    #[test]
    fn a_pasted_position_keeps_a_solution_that_solves_it() {
        let mut known = parse_text("B..\n...\n\n...\n..B", None).unwrap();
        let moves = crate::puzzle::parse_moves("a1D a2R").unwrap();
        known.best = Some(Best::found(moves, true));
        let same = parse_text("B..\n...\n\n...\n..B", None).unwrap();
        assert_eq!(best_of(&same, &known), known.best);
        let narrower = parse_text("B.#\n...\n\n...\n..B", None).unwrap();
        assert!(best_of(&narrower, &known).is_some_and(|best| !best.proved), "nothing is proved");
        let other = parse_text("B..\n.#.\n\n...\n..B", None).unwrap();
        assert_eq!(best_of(&other, &known), None);
    }

    #[test]
    fn a_code_is_a_level_of_its_own() {
        let draft = parse_text("B.\n\n.B", None).unwrap();
        assert_eq!(taken(&share_code(&draft), &draft).unwrap().draft, draft);
    }

    #[test]
    fn what_is_no_level_is_said() {
        let draft = Draft::new(crate::puzzle::Size::new(2, 2));
        let error = |text: &str| taken(text, &draft).err().unwrap();
        assert_eq!(error(" \n"), "The clipboard holds no text.");
        assert!(error("hello").contains("the goal is missing"));
        assert!(error("mondrian1:AAAA").contains("checksum"));
        assert!(error("B.\n.\n\n..\n..").contains("row 2"));
    }
}
