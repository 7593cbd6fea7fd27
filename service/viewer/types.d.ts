/** JSON types of the service's answers, and the interface that each game implements. */

export type Json = any;

export interface Line { key: string; seat?: number; params?: Record<string, Json> }
export interface Frame { version: number; line: Line; patch: Json }
export interface Base { version: number; view: Json }

export interface SeatLine { seat: number; player?: string; name?: string; bot?: string; waiting?: boolean; forfeited?: boolean; bot_account?: boolean; former?: FormerLine[]; entrant?: number }
/** A person who left a seat during play, and the entry with which another person took it. */
export interface FormerLine { player: string; name?: string; until: number }
/** A seat that its person offers to another person; `open` if it can be taken. */
export interface SeatOffer { number: number; seat: number; granted: number[]; open: boolean }
/** Milliseconds left of a seat's time, for the answer it owes and for the whole match. A missing field means no limit. */
export interface SeatTime { seat: number; runs: boolean; answer_left?: number; match_left?: number; due_at?: string }
/** The clock of a match: its rules in seconds, and each seat's time when the summary was read. */
export interface ClockSummary {
  at_zero: "default" | "bot" | "forfeit"; seats: SeatTime[]; command?: number; match?: number; increment?: number; deadline?: string; bot?: string;
}
export interface Links { view: string; options: string; commands: string; replay: string; feed: string; scores: string; audit: string; archive: string; page: string }
export interface PendingUndo { number: number; seat: number; to: number; granted: number[] }
/** A referee who looked at a running match or intervened in it. */
export interface RefereeLine { player: string; name?: string }
export interface MatchSummary {
  id: string; game: string; rules: number; facts: string; status: "open" | "running" | "finished"; version: number; head: string;
  disclosure: "everyone" | "players"; held?: "end" | "ever"; options: Json; commitment: string; seats: SeatLine[]; links: Links; opened_by?: string;
  result?: { points: number[]; places: number[] }; undo?: PendingUndo; seat_offer?: SeatOffer; private?: boolean; takebacks?: "own"; secret?: string;
  event?: { tournament: string; title: string; round: number; table: number; page: string; game?: number; best_of?: number; entrants?: number[] };
  origin?: Origin; clock?: ClockSummary; bots_welcome?: boolean; tutorial?: string; paused?: boolean; referees?: RefereeLine[]; ending?: "finished" | "forfeited" | "ruled" | "called-off" | "too-long";
}
/** The rules of a clock, in seconds. */
export interface OfferedClock { at_zero: string; command?: number; match?: number; increment?: number; deadline?: string; bot?: string }
export interface Challenge {
  id: string; state: "open" | "accepted" | "declined" | "withdrawn" | "expired"; challenger: string; challenged: string; game: string;
  seats: { player?: string; name?: string; bot?: string; bot_account?: boolean }[]; options: Json; clock: OfferedClock | null; bots_welcome: boolean;
  created_at: string; expires_at: string; reason: string | null; match: string | null;
}
/** An unfinished match in the lobby. Live ones have points and a picture. */
export interface LobbyTable {
  id: string; game: string; status: "open" | "running"; seats: SeatLine[]; changed_at: string; clock?: OfferedClock; bots_welcome?: boolean; offered?: number; points?: number[]; picture?: string;
}
export interface LobbyPage {
  games: GameLine[]; own: LobbyTable[]; live: LobbyTable[]; open: LobbyTable[]; events: { id: string; title: string; game: string; phase: string; created_at: string; starts_at: string | null; page: string }[];
  finished: { matches: MatchLine[]; next: string | null };
}
export interface MatchLine {
  id: string; game: string; status: "open" | "running" | "finished"; seats: SeatLine[]; version: number; opened_at: string;
  closed_at: string | null; result: { points: number[]; places: number[] } | null; links: Links;
  origin?: Origin | null;
}
export interface Origin { match: string; version: number; page: string }
export interface GameLine { game: string; rules: number; facts: string; seats: number[]; one_winner: boolean; bots: string[]; lists: boolean }
export interface GameSummary extends GameLine { options: Json; presets: Record<string, Record<string, Json>>; components: Json }
export interface Player { player: string; name: string; token: string; token_id: string; scopes: string[] }

export interface Asked { id: number; sealed: boolean; prompt: Json }
export interface Options { version: number; seat: number; prompts: Asked[]; options: Json[]; forms?: Json[] }
export interface DryRun { version: number; preview: Json; barrier: boolean; view: Json }

/** A seat as the table shows it. */
export interface SeatInfo { seat: number; name: string; bot: string | null; mine: boolean; waiting: boolean; player?: string; former?: { player: string; name: string; until: number }[] }

/** A kind of command that a seat cannot give now, with the reason. `of` names the variant if the kind has several. */
export interface Refused {
  kind: string; of?: string; code: string; sentence: string; rule: string; rule_url: string; facts?: Record<string, any>;
}

/** The prompts of the user's seat. It exists only while the page shows the live end of the match. */
export interface Ask {
  prompts: Asked[];
  options: Json[];
  /** Descriptions of commands that are too many to list as options. Each game defines their format. */
  forms: Json[];
  /** Dry-runs a command. Null if the match has moved on, so that the prompts will change. */
  preview(command: Json, signal?: AbortSignal): Promise<DryRun> | null;
  /** Returns the kinds of commands that the seat cannot give now, with reasons. */
  why(): Promise<Refused[]>;
  send(command: Json, prompt: number): Promise<void>;
  busy: boolean;
  problem: Error | null;
}

export interface TableProps {
  /** The version that is shown, and the lines of the log up to it. */
  version: number; lineAt(version: number): Line | null;
  components: Json; view: Json; before: Json | null; line: Line | null; seats: SeatInfo[]; viewer: string; own: number | null;
  ask: Ask | null; turned: number;
  /** Container of the question: beside the board, or at the bottom of the window. Null while no question is open. */
  aside: HTMLElement | null;
  /** Container of the buttons that end a turn or confirm, if the question is not beside the board. */
  foot: HTMLElement | null;
  /** Container of the game's other panels beside the board. Null if they are shown below it. */
  beside: HTMLElement | null;
  /** Container that keeps the user's hand in sight: below the panels beside the board, or at the bottom of the window. */
  hold: HTMLElement | null;
  /** Whether the match is over at this version. */
  ended?: boolean;
  /** Whether the whole board is visible however small it gets: in an embedded frame, or as a picture. */
  whole?: boolean;
  /** Whether versions change so fast that only the board is drawn each time. */
  rushing?: boolean;
}

/** One random outcome of a log: entry `entry` holds `outcome` in `field`.
 * The outcome must be the first `count` items (all by default) of `known` and then `from` shuffled by the stream `label`. Without a label, `from` keeps its order.
 * With `each`, `from` is a list of lists, and the stream draws one item of each by its index, like the face of a die.
 * `again` returns the stream to redraw from, or null if the outcome is final. `from` is null if the page cannot know it. */
export interface Draw {
  entry: number; field: string; label: string | null; from: any[] | null; known?: any[]; count?: number; each?: boolean; outcome: any[];
  again?(drawn: any[]): string | null;
}

/** One section of a game's instructions: sentences, the symbols they explain, and the rules that state it exactly. */
export interface HowToSection { title: string; signs: string[]; text: string[]; rules: string[]; }
/** A game's instructions in one language: a five-minute introduction, and sections by topic. */
export interface HowTo { minutes: HowToSection[]; topics: HowToSection[]; }

export type Sentences = Record<string, string | ((params: any) => string)>;

/** A thing that moves between two places of the table. Each place is a list of `data-at` names, and the first one in sight counts.
 * `what` is drawn by the game, flies there and disappears. Without `what`, the piece at `to` slides there from `from`.
 * With `lands`, the thing at `to` stays invisible until the flight ends. With `turns`, it flies face down and is turned over at `to`.
 * With `plays`, it is a scene: it animates itself over `to` for so many milliseconds, later movements wait for it, and the places in `reveals` are invisible until its end. */
export interface Movement { from: string[]; to: string[]; what?: Json; lands?: boolean; turns?: boolean; plays?: number; reveals?: string[] }

/** A game's animations: which things move with each line, given the views before and after it and the lines that follow, and how a flying thing or a scene looks. */
export interface GameMoving {
  movements(line: Line, before: Json, view: Json, components: Json, later: () => Line[]): Movement[];
  Face(props: { what: Json; components: Json; seats: SeatInfo[] }): Json;
}

/** The interface of a game. Its `style.css` and `words/` are the only other files that the shared pages load. */
/** What a lesson sees: the player's view and seat, and the kind of the question to the player, or "". */
export interface LessonNow { view: Json; own: Json; tag: string }

/** A moment of a lesson. It has `pages` texts, one if it says nothing; `at` selects the parts of the table that they are about. */
export interface LessonMoment { key: string; pages?: number; at?: string; on(now: LessonNow): boolean }

export interface Game {
  /** Draws a match. The element marked `data-picture` is the board without any hand. */
  Table(props: TableProps): Json;
  Description(props: { components: Json; view: Json; seats: SeatInfo[] }): Json;
  /** Loads the component that draws the table as a picture on waiting pages. */
  picture(): Promise<(props: { components: Json }) => Json>;
  /** Loads the animations, after everything else. */
  moving(): Promise<GameMoving>;
  sentence(line: Line, seats: SeatInfo[], components: Json): string;
  mark(line: Line): string | null;
  marks: Record<string, { symbol: string; label(): string }>;
  duration(line: Line): number;
  turn(line: Line): boolean;
  round(line: Line): boolean;
  phaseText(view: Json): string;
  /** Whether setup is complete, so that the first turn can begin. */
  isSetUp(view: Json): boolean;
  points(view: Json): number[];
  /** Draws a line for each seat, to be shown at its name: what the last round gave it, or what it has. */
  gains?(components: Json, view: Json, lineAt: (version: number) => Line | null, version: number): Json[];
  /** Returns what a seat can lose to others, for games in which seats take turns. */
  losable?(seatView: Json): Record<string, Json>;
  /** Returns the name of a source of points. */
  sourceName(name: string): string;
  /** The seats whose answer is sealed at a view, for games with sealed answers. */
  sealed?(view: Json): number[];
  /** Loads the moments of the lesson that teaches the game. */
  lesson(): Promise<LessonMoment[]>;
  /** Loads the code that reads the log itself. */
  record(): Promise<GameRecord>;
  /** Loads the function that writes a command as text. */
  phrase(): Promise<Phrase>;
  /** A further panel below the scores of the replay. */
  report?: { title(): string; Report(props: ReportProps): Json };
}

/** A match with the version shown, the first and last version, and a function that changes the version. */
export interface ReportProps {
  match: string; seats: SeatInfo[]; components: Json; at: number; begin: number; last: number; go(version: number): void;
}

/** Writes a command of a seat as text, given a view before it. */
export type Phrase = (command: Json, known: { components: Json; view: Json; seats: SeatInfo[]; seat: number }) => string;

/** The analysis of a match; win chances and their differences are in per cent. */
export interface Analysis {
  curve: { version: number; chances: number[] }[]; unjudged: string | null; decisions: AnalysisDecision[];
  turning_points: { version: number; cause: "choice" | "dice" | "card"; seat: number; moved: number }[];
  seats: { start: number; result: number; luck: number; explained: number | null; decisions: number; mistakes: number; error: number }[];
}
export interface AnalysisDecision {
  version: number; seat: number; options: number; tried: number; unknown: boolean; played: AnalysisChoice | null; best: AnalysisChoice[];
  loss: number; spread: number; hindsight: number; mistake: boolean;
}
export interface AnalysisChoice { command: Json; known: number; truth: number; line?: Line[] }

export interface GameRecord {
  notation(line: Line, seats: SeatInfo[], components: Json): string;
  draws(entries: Json[], components: Json | null): Draw[];
  /** Returns extra search text for a line, given the view after it: "robber on ore". */
  searchText?(line: Line, view: Json, components: Json): string;
  /** Returns the result that a finished log records. */
  outcome?(entries: Json[]): { points: number[]; places: number[] } | null;
}

export interface Stage { method: "swiss" | "round-robin" | "elimination"; table: number; rounds?: number; groups?: number; cut?: number; advance?: number; best_of?: 1 | 3 | 5 }
export interface TournamentPlan {
  stages: Stage[]; scoring: string; tie_breaks: string[]; options: Json; clock: Json; disclosure: "everyone" | "players";
  decks: "none" | "closed" | "table" | "after"; check_in: boolean; elsewhere: boolean; capacity: number; prizes: number;
}
export interface EntrantLine {
  number: number; presence: "registered" | "checked-in" | "withdrawn" | "not-shown" | "disqualified"; joined: number; player?: string; name?: string;
  bot?: string; guest?: boolean; club?: string; entropy?: string; deck?: string; deck_by?: string; deck_opened?: boolean; struck?: boolean;
}
/** A card that a list can contain, with its texts. `cost` is the number of resources, `most` the number of copies. */
export interface DeckCard {
  id: string; section: "cards" | "events"; most: number; name: string; text: string; kind: string; set: string; also: string; cost: number;
  price: DeckAmount[]; points: DeckAmount[]; requires: string[];
}
export interface DeckAmount { kind: string; name: string; count: number }
/** The cards from which a game's lists are built: all cards in the game's order, the size of a list, and ready-made lists. */
export interface DeckBox {
  cards: DeckCard[]; kinds: { id: string; name: string }[]; sets: { id: string; name: string }[]; sizes: { cards: number; events: number };
  ready: { id: string; name: string; text: string; cards: Record<string, number>; events: Record<string, number> }[];
  /** A trial match for a list: the match options, and the command that submits the list as the service parsed it. */
  trial: { options: Json; bring(list: any): Json };
}
export interface DeckProblem { code: string; rule: string; card: string; found: string; allowed: string; sentence: string }
export interface DeckChecked {
  problems: DeckProblem[]; advice: DeckProblem[]; counts: Record<string, number>; list: Json; code: string | null; toml: string | null; lines: string | null;
}
/** A game in which a list was played. `won` is missing while the result does not count. */
export interface ListGame { round: number; table: number; against: number[]; game?: number; match?: string; won?: boolean }
export interface OpenedDeck { entrant: number; commitment: string; deck: string; salt: string; cards: Record<string, number>; games: ListGame[] }
/** Results of the published lists, and of their cards. */
export interface OpenedDecks {
  lists: { entrant: number; played: number; won: number }[];
  cards: { card: string; lists: number; copies: number; played: number; won: number }[];
}
export interface OwnDeck { name: string; game: string; deck: string; saved_at: string }
export interface TableResult { points: number[]; places: number[]; kind: string; entry: number; cause?: string }
/** The name of a stage or round as a code. `rounds` is how many rounds the stage has, if that is known. */
export interface StageName { code: string; number?: number; rounds?: number }
/** One of several games at a table. Its result follows the seats of that game, which are swapped after each game. */
export interface GameCard {
  game: number; entrants: number[]; match?: string; status?: "open" | "running" | "finished"; version?: number; page?: string; parked?: boolean;
  result?: TableResult; reported?: TableResult; confirmed?: number[];
}
export interface TableCard {
  table: number; entrants: number[]; group?: number; match?: string; status?: "open" | "running" | "finished"; version?: number; page?: string;
  result?: TableResult; reported?: TableResult; confirmed?: number[]; best_of?: number; won?: number[]; games?: GameCard[]; game?: number; hidden?: boolean;
}
export interface DrawReason { code: string; entrants: number[]; amount?: number }
export interface RoundCard {
  round: number; stage: number; name?: StageName | null; progress: "paired" | "started" | "closed"; tables: TableCard[]; byes: number[]; algorithm: string; seed: string;
  attempt: number; fixed: number[][]; cost: number[]; bound: number[]; reasons: DrawReason[]; started_at: string | null; newer?: NewerChange[];
}
export interface NewerChange { entry: number; what: string; round: number | null; table: number | null; entrants: number[] }
export interface LateCorrection { entry: number; round: number; table: number; rounds: number[] }
export interface TournamentSummary {
  id: string; title: string; description: string; zone: string; game: string; version: number; created_at: string; starts_at: string | null; plan: TournamentPlan; commitments: { draws: string; tables: string };
  phase: "announced" | "registration" | "ready" | "running" | "finished" | "cancelled"; secret: { draws: string; tables: string | null } | null;
  staff: { player: string; name: string | null; role: "organiser" | "referee" }[]; entrants: EntrantLine[]; stage_names: StageName[]; stages: number[][][]; rounds: RoundCard[];
  one_winner: boolean; forbidden: [number, number][]; links: { standings: string; log: string; page: string };
  yours: { organiser: boolean; referee: boolean; entrant: number | null; may_add_entropy: boolean };
}
export interface TournamentAmount { value: number; exact: string }
export interface StandingTerm { round: number; table: number; amount: TournamentAmount; about: number | null; match: string | null; note: string; won?: number[]; matches?: string[] }
export interface StandingValue { code: string; amount: TournamentAmount; terms: StandingTerm[] }
export interface StandingLine { place: number; entrant: number; name: string | null; played: number; score: StandingValue; ties: StandingValue[] }
export interface TournamentStandings {
  version: number; stage: number | null; groups: { group: number; lines: StandingLine[] }[];
  final: { place: number; entrant: number; name: string | null; stage: number }[]; corrections?: LateCorrection[];
}
export interface RatingPoint { at: string; tournament: string; round: number; table: number; match: string | null; middle: number; deviation: number; shown: number }
export interface RatingLine {
  game: string; seats: number; bots: boolean; formula: string; place: number; contests: number; wins: number; provisional: boolean; shown: number;
  interval: [number, number]; history: RatingPoint[];
}
export interface ProfileEntry {
  tournament: string; title: string; game: string; phase: TournamentSummary["phase"]; created_at: string; entrant: number; presence: EntrantLine["presence"];
  place: number | null; page: string;
}
export interface ProfileTable {
  tournament: string; round: number; name?: StageName; table: number; match: string | null; page: string | null;
  seats: { entrant: number; player: string | null; name: string | null; bot: string | null; points: number; place: number }[];
  won?: number[]; games?: { game: number; match: string | null; page: string | null }[];
}
export interface PlayerProfile { player: string; name: string; bot: boolean; ghost: boolean; entries: ProfileEntry[]; tables: ProfileTable[]; ratings: RatingLine[] }
