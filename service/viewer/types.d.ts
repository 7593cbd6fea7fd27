/** The shapes that travel between the service and the pages, and the contract of a game. */

export type Json = any;

export interface Line { key: string; seat?: number; params?: Record<string, Json> }
export interface Frame { version: number; line: Line; patch: Json }
export interface Base { version: number; view: Json }

export interface SeatLine { seat: number; player?: string; name?: string; bot?: string; waiting?: boolean; forfeited?: boolean; bot_account?: boolean }
/** Milliseconds left of a seat's time, for the answer it owes and for the match; what is absent has no bound. */
export interface SeatTime { seat: number; runs: boolean; answer_left?: number; match_left?: number; due_at?: string }
/** The clock of a match: its rules in seconds, and how each seat's time stood when the card was read. */
export interface ClockSummary {
  at_zero: "default" | "bot" | "forfeit"; seats: SeatTime[]; command?: number; match?: number; increment?: number; deadline?: string; bot?: string;
}
export interface Links { view: string; options: string; commands: string; replay: string; feed: string; scores: string; audit: string; archive: string; page: string }
export interface UndoRequest { number: number; seat: number; to: number; granted: number[] }
/** A referee who has looked at a match while it ran, or stepped in. */
export interface RefereeLine { player: string; name?: string }
export interface MatchSummary {
  id: string; game: string; rules: number; facts: string; status: "open" | "running" | "finished"; version: number; head: string;
  disclosure: "everyone" | "players"; held?: "end" | "ever"; options: Json; commitment: string; seats: SeatLine[]; links: Links; opened_by?: string;
  result?: { points: number[]; places: number[] }; undo?: UndoRequest; secret?: string;
  event?: { tournament: string; title: string; round: number; table: number; page: string; game?: number; best_of?: number };
  origin?: Origin; clock?: ClockSummary; bots_welcome?: boolean; paused?: boolean; referees?: RefereeLine[]; ending?: "finished" | "forfeited" | "ruled" | "called-off" | "too-long";
}
/** The rules of a clock, in seconds. */
export interface OfferedClock { at_zero: string; command?: number; match?: number; increment?: number; deadline?: string; bot?: string }
export interface Challenge {
  id: string; state: "open" | "accepted" | "declined" | "withdrawn" | "expired"; challenger: string; challenged: string; game: string;
  seats: { player?: string; name?: string; bot?: string; bot_account?: boolean }[]; options: Json; clock: OfferedClock | null; bots_welcome: boolean;
  created_at: string; expires_at: string; reason: string | null; match: string | null;
}
/** A table at which somebody waits who looks for others. */
export interface OpenSeek {
  match: string; game: string; seats: number; waiting: { player: string; name: string | null; bot: boolean }[]; options: Json;
  clock: OfferedClock | null; takebacks: string; bots_welcome: boolean; expires_at: string;
}
export interface Seek extends Omit<OpenSeek, "match"> { id: string; state: "open" | "matched" | "withdrawn" | "expired"; match: string | null; full: boolean; created_at: string }
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
export interface SeatInfo { seat: number; name: string; bot: string | null; mine: boolean; waiting: boolean }

/** What the own seat is asked now; only there at the live end. */
/** A kind of command that a seat is not offered, with the reason; `of` says which of them, where others may be. */
export interface Refused {
  kind: string; of?: string; code: string; sentence: string; rule: string; rule_url: string; facts?: Record<string, any>;
}

export interface Ask {
  prompts: Asked[];
  options: Json[];
  /** What stands for commands of which there are too many to list, as the game describes them. */
  forms: Json[];
  preview(command: Json): Promise<DryRun>;
  /** Why the seat is not offered other kinds of commands now. */
  why(): Promise<Refused[]>;
  send(command: Json, prompt: number): Promise<void>;
  busy: boolean;
  problem: Error | null;
}

export interface TableProps {
  components: Json; view: Json; before: Json | null; line: Line | null; seats: SeatInfo[]; viewer: string; own: number | null;
  ask: Ask | null; turned: number;
  /** Where the question is shown: beside the board, else along the foot of the window; null where nothing is asked. */
  aside: HTMLElement | null;
  /** Where whatever ends or confirms stands while the question is not beside the board. */
  foot: HTMLElement | null;
  /** What else of the game stands beside the board; null where that has its place below it. */
  beside: HTMLElement | null;
  /** Where the own hand can be laid so that it stays in sight: below what stands beside the board, else along the foot of the window. */
  hold: HTMLElement | null;
  /** Whether all of the board is seen at once, however small that makes it: in a frame of another page, and as a picture. */
  whole?: boolean;
  /** Moments follow each other so fast that only the board is drawn each time. */
  rushing?: boolean;
}

/** One random outcome of a log: entry `entry` holds `outcome` in `field`. That must be `known`, then `from` shuffled by the stream `label`
 * (as it lies, where there is none), and of that the first `count` (all, where it does not say). With `each`, `from` are lists instead, and of each of them
 * one thing is drawn by its number, as of the faces of a die. `again` gives the stream to draw from anew, and null for what may stay. `from` is null where the page cannot know it. */
export interface Draw {
  entry: number; field: string; label: string | null; from: any[] | null; known?: any[]; count?: number; each?: boolean; outcome: any[];
  again?(drawn: any[]): string | null;
}

/** One thing told of how a game is played: sentences, the signs they are about, and the rules that say it exactly. */
export interface Told { title: string; signs: string[]; text: string[]; rules: string[]; }
/** How a game is played, in a language: in five minutes, and by topic. */
export interface HowTo { minutes: Told[]; topics: Told[]; }

export type Sentences = Record<string, string | ((params: any) => string)>;

/** Something that comes from one place of the table to another, each named by `data-at`: the first that is in sight counts.
 * `what` flies there, as the game draws it, and is gone; without it the piece at `to` itself comes from where `from` was.
 * What `lands` is seen at `to` only then; what `turns` over is, face down, on its way until it lies there. */
export interface Movement { from: string[]; to: string[]; what?: Json; lands?: boolean; turns?: boolean }

/** How the things of a game move: what each line brings, between the views before and after it, and what flies. */
export interface GameMoving {
  movements(line: Line, before: Json, view: Json, components: Json): Movement[];
  Face(props: { what: Json; components: Json }): Json;
}

/** A game as the shell knows it, beside its `style.css` and its `words/`; everything else about it stays in its folder. */
export interface Game {
  /** All that is seen of a match; what is marked `data-picture` in it is the board by itself, without anybody's hand. */
  Table(props: TableProps): Json;
  Description(props: { components: Json; view: Json; seats: SeatInfo[] }): Json;
  /** The table in a picture, for those who wait for it. */
  picture(): Promise<(props: { components: Json }) => Json>;
  /** What moves; it comes after all else. */
  moving(): Promise<GameMoving>;
  sentence(line: Line, seats: SeatInfo[], components: Json): string;
  mark(line: Line): string | null;
  marks: Record<string, { symbol: string; label(): string }>;
  beat(line: Line): number;
  turn(line: Line): boolean;
  round(line: Line): boolean;
  where(view: Json): string;
  /** Whether all that is laid out before somebody plays lies there. */
  stands(view: Json): boolean;
  points(view: Json): number[];
  /** What a source of points is called. */
  source(name: string): string;
  /** The seats whose answer is sealed at a view, where a game has such answers. */
  sealed?(view: Json): number[];
  /** What reads the log itself; it comes when it is wanted. */
  record(): Promise<GameRecord>;
  /** What the replay shows below the scores, where a game has more to tell of a match. */
  report?: { title(): string; Report(props: ReportProps): Json };
}

/** A match, the moment that is shown, the first and the last one, and the way to others. */
export interface ReportProps {
  match: string; seats: SeatInfo[]; components: Json; at: number; begin: number; last: number; go(version: number): void;
}

export interface GameRecord {
  notation(line: Line, seats: SeatInfo[], components: Json): string;
  draws(entries: Json[], components: Json | null): Draw[];
  /** Words by which a line is found beside its sentence, with the view after it: "robber on ore". */
  searched?(line: Line, view: Json, components: Json): string;
  /** How a finished log says that the match ended. */
  outcome?(entries: Json[]): { points: number[]; places: number[] } | null;
}

export interface Stage { method: "swiss" | "round-robin" | "elimination"; table: number; rounds?: number; groups?: number; cut?: number; advance?: number; best_of?: 1 | 3 | 5 }
export interface TournamentPlan {
  stages: Stage[]; scoring: string; tie_breaks: string[]; options: Json; clock: Json; disclosure: "everyone" | "players";
  decks: "none" | "closed" | "table" | "after"; check_in: boolean; elsewhere: boolean; capacity: number; prizes: number;
}
export interface EntrantLine {
  number: number; presence: "registered" | "checked-in" | "withdrawn" | "not-shown" | "disqualified"; joined: number; player?: string; name?: string;
  bot?: string; guest?: boolean; club?: string; entropy?: string; deck?: string; deck_by?: string; deck_opened?: boolean;
}
/** What is wrong with a sealed list, or advised; the names of its game have a sentence for each `code`, in `deck`. */
export interface DeckProblem { code: string; rule: string; card?: string; found?: string; allowed?: string; advice?: boolean }
/** A card that a list can name, in words; `cost` counts the resources, `most` the copies there are. */
export interface DeckCard {
  id: string; section: "cards" | "events"; most: number; name: string; text: string; kind: string; set: string; also: string; cost: number;
  price: DeckAmount[]; points: DeckAmount[]; requires: string[];
}
export interface DeckAmount { kind: string; name: string; count: number }
/** What the lists of a game are made of: every card in the order of the game, how many a list has, and lists that are ready. */
export interface DeckBox {
  cards: DeckCard[]; kinds: { id: string; name: string }[]; sets: { id: string; name: string }[]; sizes: { cards: number; events: number };
  ready: { id: string; name: string; text: string; cards: Record<string, number>; events: Record<string, number> }[];
  /** How a list is tried: the options of such a match, and the command that brings a list as the service has read it. */
  trial: { options: Json; bring(list: any): Json };
}
export interface DeckTold { code: string; rule: string; card: string; found: string; allowed: string; sentence: string }
export interface DeckChecked {
  problems: DeckTold[]; advice: DeckTold[]; counts: Record<string, number>; list: Json; code: string | null; toml: string | null; lines: string | null;
}
/** A game in which a list was played; `won` is missing while it does not count. */
export interface ListGame { round: number; table: number; against: number[]; game?: number; match?: string; won?: boolean }
export interface OpenedDeck { entrant: number; commitment: string; deck: string; salt: string; cards: Record<string, number>; games: ListGame[] }
/** How the lists that are open to all have done, and their cards. */
export interface OpenedDecks {
  lists: { entrant: number; played: number; won: number }[];
  cards: { card: string; lists: number; copies: number; played: number; won: number }[];
}
export interface OwnDeck { name: string; game: string; deck: string; saved_at: string }
export interface TableResult { points: number[]; places: number[]; kind: string; entry: number }
/** One of several games of a table: its result goes by its own seats, which are swapped after each game. */
export interface GameCard {
  game: number; entrants: number[]; match?: string; status?: "open" | "running" | "finished"; version?: number; page?: string; parked?: boolean;
  result?: TableResult; reported?: TableResult; confirmed?: number[];
}
export interface TableCard {
  table: number; entrants: number[]; group?: number; match?: string; status?: "open" | "running" | "finished"; version?: number; page?: string;
  result?: TableResult; reported?: TableResult; confirmed?: number[]; best_of?: number; won?: number[]; games?: GameCard[]; game?: number;
}
export interface DrawReason { code: string; entrants: number[]; amount?: number }
export interface RoundCard {
  round: number; stage: number; progress: "paired" | "started" | "closed"; tables: TableCard[]; byes: number[]; algorithm: string; seed: string;
  attempt: number; fixed: number[][]; cost: number[]; bound: number[]; reasons: DrawReason[]; started_at: string | null;
}
export interface TournamentSummary {
  id: string; title: string; description: string; zone: string; game: string; version: number; created_at: string; plan: TournamentPlan; commitments: { draws: string; tables: string };
  phase: "announced" | "registration" | "ready" | "running" | "finished" | "cancelled"; secret: { draws: string; tables: string | null } | null;
  staff: { player: string; name: string | null; role: "organiser" | "referee" }[]; entrants: EntrantLine[]; stages: number[][][]; rounds: RoundCard[];
  one_winner: boolean; forbidden: [number, number][]; links: { standings: string; log: string; page: string };
  yours: { organiser: boolean; referee: boolean; entrant: number | null };
}
export interface TournamentAmount { value: number; exact: string }
export interface StandingTerm { round: number; table: number; amount: TournamentAmount; about: number | null; match: string | null; note: string; won?: number[]; matches?: string[] }
export interface StandingValue { code: string; amount: TournamentAmount; terms: StandingTerm[] }
export interface StandingLine { place: number; entrant: number; name: string | null; played: number; score: StandingValue; ties: StandingValue[] }
export interface TournamentStandings {
  version: number; stage: number | null; groups: { group: number; lines: StandingLine[] }[];
  final: { place: number; entrant: number; name: string | null; stage: number }[];
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
  tournament: string; round: number; table: number; match: string | null; page: string | null;
  seats: { entrant: number; player: string | null; name: string | null; bot: string | null; points: number; place: number }[];
  won?: number[]; games?: { game: number; match: string | null; page: string | null }[];
}
export interface PlayerProfile { player: string; name: string; bot: boolean; ghost: boolean; entries: ProfileEntry[]; tables: ProfileTable[]; ratings: RatingLine[] }
