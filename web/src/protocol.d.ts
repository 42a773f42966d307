// What page and core say to each other: see PROTOCOL.md. Made from the types of web/core by
// `BLESS=1 cargo test --package mondrian-web types`; not to be edited.

export type AboutObject = { version: string, protocol: number, methods: Array<MethodObject>, heuristics: Array<string>, tie_breaks: Array<string>, standings: StandingsObject, };
export type Ask = { code: string, moves?: string, grade: number, known?: KnownSolution, memory_bytes?: number, };
export type AskWhatIf = { code: string, brush: BrushName, target: string, memory_bytes?: number, };
export type BeginningObject = { method: string, heuristic: string | null, tie_break: string, rank: "f" | "h" | "score", };
export type BestObject = { moves: number, solution: string, standing: "known" | "claimed", };
export type BrushName = "wall" | "eraser" | "chameleon" | { "numbered": number } | { "colour": number } | { "pass": number } | "thin_wall";
export type CellObject = { layout: string, 
/**
 * The cell, or the side as moves are written.
 */
at: string, 
/**
 * Something stands there now.
 */
over: boolean, 
/**
 * As the cell says it.
 */
label: string, 
/**
 * In a sentence.
 */
words: string, 
/**
 * The moves that the level would need, once they are proved and not as many as now.
 */
moves: number | null, };
export type CodeObject = { code: string, };
export type Edit = { "paint": { layout: string, cells: Array<string>, brush: BrushName, } } | { "paint_sides": { sides: Array<string>, is_there: boolean, } } | { "erase_region": { layout: string, from: string, to: string, } } | { "move_region": { layout: string, from: string, to: string, corner: string, copy: boolean, } } | { "clear": Record<symbol, never> } | { "copy_start_to_goal": Record<symbol, never> } | { "play_to_goal": { moves: string, } } | { "transform": { to: "rotate_left" | "rotate_right" | "flip_horizontal" | "flip_vertical" | "shift_up" | "shift_down" | "shift_left" | "shift_right", } } | { "resize": { width: number, height: number, dx: number, dy: number, } } | { "set_anchor": { anchor: "fixed" | "floating", } } | { "add_colour": Record<symbol, never> } | { "set_swatch": { colour: number, color?: string, name?: string, label?: string, pushes?: number, } } | { "remove_colour": { colour: number, heir?: number, } } | { "add_waypoint": Record<symbol, never> } | { "remove_waypoint": { index: number, } } | { "set_opening": { moves: string, } } | { "set_texts": { title: string, author: string, note: string, } } | { "stroke": { layout: string, from: string, to: string, } };
export type EditedObject = { level: LevelObject, 
/**
 * What the steps are called; a stroke of paint is one, and what changes nothing is none.
 */
steps: Array<string>, };
export type EndObject = { 
/**
 * `solved`, `unsolvable` or `full`.
 */
why: string, moves: number | null, solution: string | null, 
/**
 * The same as a sentence.
 */
message: string, };
export type ErrorLine = { event: "error", level: string | null, message: string, line: number | null, column: number | null, };
export type Event = SolutionLine | ProgressLine | ResultLine;
export type EventsObject = { running: boolean, events: Array<Event>, 
/**
 * What is known now, if anything is.
 */
words?: string, 
/**
 * Cells of which more is known, where it is asked what each would do.
 */
cells?: Array<CellObject>, 
/**
 * A level that has been made.
 */
level?: LevelObject, };
export type Explain = { code: string, method: string, heuristic?: string, weight?: number, tie_break?: string, };
export type FileObject = { text: string, };
export type HintObject = { running: boolean, grade: number, state: "searching" | "moves" | "unsolvable" | "unknown", at_least: number | null, left: number | null, proved: boolean, tile: number | null, cell: string | null, move: string | null, to: string | null, rest: string | null, 
/**
 * Why there is no solution, once the search has ended without one.
 */
words: string | null, result: ResultLine | null, };
export type IssueObject = { severity: "error" | "warning", message: string, 
/**
 * For whoever sees the cells marked, and colours by their names.
 */
words: string, board: string | null, cells: Array<string>, };
export type KnownSolution = { solution: string, proved: boolean, };
export type LevelObject = { code: string, key: string, title: string, author: string, note: string, width: number, height: number, palette: Array<SwatchObject>, start: Array<string>, passes: Array<PassObject>, thin_walls: string, goal: Array<string>, goal_anchor: "fixed" | "floating", waypoints: Array<Array<string>>, opening: string, best: BestObject | null, playable: boolean, issues: Array<IssueObject>, text: string, };
export type LevelsObject = { 
/**
 * What they are called together, if a collection says so.
 */
title: string, levels: Array<LevelObject>, warnings: Array<string>, };
export type Make = { width: number, height: number, tiles: number, colours: number, walls: number, least: number, most: number, seed: number, };
export type MethodObject = { name: string, traced: boolean, heuristic: string | null, };
export type PassObject = { cell: string, colour: number, };
export type PlayObject = { moves: string, count: number, opening: number, position: Array<string>, tiles: Array<TileObject>, path: Array<StepObject>, pushes: Array<PushObject>, slides: { [key in string]: string }, passed: number, target: string, placements: number, reached: Array<string> | null, won: boolean, };
export type ProgressLine = { event: "progress", moves: number | null, lower_bound: number, expanded: number, generated: number, stored: number, open: number, seconds: number, memory_bytes: number, peak_memory_bytes: number, 
/**
 * The state that looks best of those waiting, if the method has one.
 */
position: Array<string> | null, g: number | null, h: number | null, };
export type PushObject = { move: string, tile: number, from: string, to: string, };
export type Request = { "about": Record<symbol, never> } | { "read": { text: string, } } | { "play": { code: string, moves?: string, } } | { "won": { title: string, moves: number, helped?: boolean, 
/**
 * The best solution known.
 */
shortest: Shortest | null, } } | { "share": { code: string, solution: string, proved?: boolean, } } | { "new": { width: number, height: number, } } | { "edit": { code: string, edits: Array<Edit>, } } | { "file": { code: string, } } | { "solve": Solve } | { "step": { ms: number, } } | { "stop": Record<symbol, never> } | { "hint": Ask } | { "what_if": AskWhatIf } | { "make": Make } | { "vary": Vary } | { "explain": Explain } | { "next": { steps: number, open?: number, } };
export type ResultLine = { event: "result", level: string, threads: number, verdict: string, moves: number | null, lower_bound: number | null, solution: string | null, stop: string, method: string, heuristic: string | null, expanded: number, generated: number, stored: number, seconds: number, peak_memory_bytes: number, };
export type Shortest = { moves: number, standing: Standing, };
export type SolutionLine = { event: "solution", level: string, moves: number, lower_bound: number, solution: string, seconds: number, };
export type Solve = { code: string, moves?: string, aim?: string, method?: string, heuristic?: string, weight?: number, tie_break?: string, max_moves?: number, seconds?: number, memory_bytes?: number, states?: number, 
/**
 * Begins with nothing, whatever solution the level has.
 */
fresh?: boolean, };
export type Standing = "known" | "claimed" | "proved";
export type StandingsObject = { proved: string, claimed: string, known: string, unsolvable: string, };
export type StateObject = { move: string | null, position: Array<string>, 
/**
 * By their cells, the pushes left of numbered tiles, where there are any.
 */
left?: { [key in string]: number }, g: number, 
/**
 * Null when the goal is out of reach.
 */
h: number | null, rank: number | null, };
export type StepLine = { event: "step", number: number, 
/**
 * The step that made it.
 */
parent: number | null, ties: number, successors: Array<SuccessorObject>, open: number, stored: number, incumbent: number | null, move: string | null, position: Array<string>, 
/**
 * By their cells, the pushes left of numbered tiles, where there are any.
 */
left?: { [key in string]: number }, g: number, 
/**
 * Null when the goal is out of reach.
 */
h: number | null, rank: number | null, };
export type StepObject = { 
/**
 * The colour that the tile had.
 */
colour: number, move: string, tile: number, from: string, to: string, };
export type StepsObject = { steps: Array<StepLine>, path: string, open: Array<StateObject>, ended: EndObject | null, };
export type SuccessorObject = { fate: string, move: string | null, position: Array<string>, 
/**
 * By their cells, the pushes left of numbered tiles, where there are any.
 */
left?: { [key in string]: number }, g: number, 
/**
 * Null when the goal is out of reach.
 */
h: number | null, rank: number | null, };
export type SwatchObject = { symbol: string, color: string, name: string | null, label: string | null, kind: "plain" | "chameleon" | "numbered", pushes: number, };
export type TileObject = { cell: string, colour: number, 
/**
 * Of numbered tiles alone.
 */
left?: number, 
/**
 * Of chameleons that have taken a colour alone.
 */
taken?: boolean, };
export type Vary = { code: string, moves: number, harder: boolean, seed: number, };
export type WonObject = { sentence: string, result: string, };

export interface Answers {
  about: AboutObject;
  read: LevelsObject;
  play: PlayObject;
  won: WonObject;
  share: CodeObject;
  new: EditedObject;
  edit: EditedObject;
  file: FileObject;
  solve: EventsObject;
  step: EventsObject;
  stop: EventsObject;
  hint: HintObject;
  what_if: EventsObject;
  make: EventsObject;
  vary: EventsObject;
  explain: BeginningObject;
  next: StepsObject;
}

type Named<R> = R extends unknown ? { [Op in keyof R]: { op: Op } & R[Op] }[keyof R] : never;
export type Message = Named<Request>;
export type Answer<Op> = Op extends keyof Answers ? Answers[Op] : never;
