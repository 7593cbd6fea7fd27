/** The log beside the board: every line in words. A click on a line goes to its version. */

import { html, memo, useCallback, useEffect, useMemo, useRef, useState } from "../../dom.js";
import { Badge } from "../../ui/seat_badge.js";
import { copyText } from "../../ui/copy.js";
import { countUpTo, isCommonLine, markOf } from "../../timeline/steps.js";
import { language, t } from "../../words/words.js";
import { Icon } from "../../ui/icons.js";
import { otherNames, adjacentResult, normalise, filterRows, scrollPosition, visibleRange } from "./rows.js";
import { nameOf, seatsAt, sentenceOf } from "./sentences.js";
import { markLabel, markSymbol } from "./slider.js";

/** @typedef {import("./replay.js").Parts} Parts */

const ROW = 44;
const OWN_SCROLL = 4000;
/** Loaded as soon as the user points at the button, because browsers allow copying only right after a click. */
const loadNotation = () => import("./export.js");

/** @param {Parts & {onUndo?: (version: number) => void}} props `onUndo` starts an undo to a line, if the user is allowed to */
export function Log(props) {
  const { stage, match, game, box, seats, onUndo } = props;
  const { timeline, takenBack } = match;
  const [filter, setFilter] = useState({ seat: "", kind: "", text: "" });
  const [selected, setSelected] = useState(/** @type {{from: number, to: number} | null} */ (null));
  const spoken = language();
  const [record, setRecord] = useState(/** @type {import("../../types.d.ts").GameRecord | null} */ (null));
  const sentence = useMemo(() => sentencesOf(props), [timeline, seats, match.summary.referees, spoken]);
  const text = useMemo(() => textsOf(props, sentence, record, spoken), [sentence, record]);
  const hidden = stage.undoneShown ? null : takenBack;
  const shown = useMemo(() => {
    /** @param {number} version */
    const kind = (version) => markOf(/** @type {any} */ (timeline.line(version)), game);
    const framing = (/** @type {number} */ version) => isCommonLine(/** @type {any} */ (timeline.line(version)));
    return filterRows(timeline, filter, { hidden, struck: takenBack, notes: stage.notes, kind, framing, text });
  }, [timeline, timeline.last, filter, hidden, takenBack, stage.notes, text]);
  const kinds = useMemo(() => [...new Set(stage.moments.marks.map((mark) => mark.kind))], [stage.moments]);
  const pick = useCallback(
    (/** @type {number} */ version, /** @type {boolean} */ extend) => {
      setSelected(extend ? { from: Math.min(stage.cursor, version), to: Math.max(stage.cursor, version) } : null);
      if (!extend) stage.go(version);
    },
    [stage],
  );
  const copy = async () => {
    const versions = selected ? shown.filter((version) => version >= selected.from && version <= selected.to) : shown;
    const text = await loadNotation().then(({ notationText }) => notationText(props, versions)).catch(() => null);
    const done = text !== null && (await copyText(text));
    stage.showMessage(t(done ? "replay.log.copied" : "replay.link_not_copied", { count: versions.length }), !done);
  };
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) => setFilter({ ...filter, [name]: event.target.value });
  const search = () => void game.record().then(setRecord, () => {});
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || shown.length === 0) return;
    event.preventDefault();
    stage.go(adjacentResult(shown, stage.cursor, event.shiftKey ? -1 : 1));
  };
  return html`<div class="replay-log">
    <div class="replay-log-tools">
      <input type="search" placeholder=${t("replay.log.search")} aria-label=${t("replay.log.search")} title=${t("replay.log.keys")} value=${filter.text} onFocus=${search} onInput=${set("text")} onKeyDown=${press} />
      ${filter.text.trim() && shown.length > 0 && html`<span class="replay-log-found soft" role="status">${t("replay.log.found", { nth: countUpTo(shown, stage.cursor), count: shown.length })}</span>`}
      ${takenBack.size > 0 && html`<button type="button" class="replay-button" aria-pressed=${stage.undoneShown} title=${`${t("replay.do.undone")} (U)`} aria-label=${t("replay.do.undone")} onClick=${() => stage.toggleUndone()}><span aria-hidden="true">↶</span></button>`}
      <button type="button" class="replay-button" title=${copyLabel(selected, shown)} aria-label=${copyLabel(selected, shown)} onPointerEnter=${loadNotation} onFocus=${loadNotation} onClick=${() => void copy()}><${Icon} name="copy" /></button>
      <select aria-label=${t("replay.log.seat")} value=${filter.seat} onChange=${set("seat")}>
        <option value="">${t("replay.log.all_seats")}</option>
        ${seats.map((seat) => html`<option value=${String(seat.seat)}>${seat.name}</option>`)}
        <option value="none">${t("replay.log.nobody")}</option>
      </select>
      <select aria-label=${t("replay.log.kind")} value=${filter.kind} onChange=${set("kind")}>
        <option value="">${t("replay.log.all_kinds")}</option>
        ${kinds.map((kind) => html`<option value=${kind}>${markLabel(game, kind)}</option>`)}
        <option value="frame">${t("replay.log.frame")}</option>
        ${takenBack.size > 0 && html`<option value="undone">${t("replay.log.undone")}</option>`}
        ${Object.keys(stage.notes).length > 0 && html`<option value="notes">${t("replay.mark.note")}</option>`}
      </select>
    </div>
    <${Window} shown=${shown} at=${stage.cursor} playing=${stage.isMoving} rushing=${stage.rushing}>
      ${(/** @type {number} */ version, /** @type {number} */ index) => {
        const line = timeline.line(version);
        return html`<${Row}
          key=${version}
          version=${version}
          index=${index}
          count=${shown.length}
          seat=${line?.seat ?? null}
          name=${nameOf(seats, line?.seat)}
          words=${sentence(version)}
          mark=${line && markOf(line, game)}
          game=${game}
          struck=${takenBack.has(version)}
          current=${version === stage.cursor}
          chosen=${selected !== null && version >= selected.from && version <= selected.to}
          thought=${stage.times.get(version)}
          note=${stage.notes[version] ?? ""}
          pick=${pick}
          back=${onUndo && line && version < timeline.last && !takenBack.has(version) && (line.key === "started" || !isCommonLine(line)) ? onUndo : null}
          language=${spoken}
        />`;
      }}
    </${Window}>
    ${shown.length === 0 && html`<p class="replay-log-none soft">${t("replay.log.none")}</p>`}
  </div>`;
}

/** @param {{from: number, to: number} | null} selected @param {readonly number[]} shown */
const copyLabel = (selected, shown) =>
  selected ? t("replay.log.copy_selected", { count: shown.filter((version) => version >= selected.from && version <= selected.to).length }) : t("replay.log.copy_shown", { count: shown.length });

/** Returns a function that returns the sentence of each version, and caches it.
 * @param {Parts} props
 * @returns {(version: number) => string}
 */
function sentencesOf({ match, game, box, seats }) {
  const { timeline } = match;
  /** @type {string[]} */
  const known = [];
  return (version) => (known[version] ??= sentenceOf(timeline.line(version), seatsAt(seats, version), box.components, game, match.summary.referees));
}

/** Returns a function that returns the search text of each version: its sentence, its player, alternative card names, and what the game adds.
 * @param {Parts} props
 * @param {(version: number) => string} sentence
 * @param {import("../../types.d.ts").GameRecord | null} record
 * @param {string} spoken
 * @returns {(version: number) => string}
 */
function textsOf({ match, box, seats }, sentence, record, spoken) {
  const { timeline } = match;
  const { [spoken]: own, en } = box.components.names;
  const also = { ...en?.also, ...own?.also };
  /** @type {string[]} */
  const known = [];
  /** @param {number} version @param {import("../../types.d.ts").Line | null} line */
  const searchWords = (version, line) => [sentence(version), nameOf(seats, line?.seat), ...otherNames(line?.params, also), (line && record?.searchText?.(line, timeline.view(version), box.components)) ?? ""];
  return (version) => (known[version] ??= normalise(searchWords(version, timeline.line(version)).join(" ")));
}

/** Draws only the visible rows. The current row is kept in sight, or follows once the user has stopped scrolling.
 * @param {{shown: number[], at: number, playing: boolean, rushing: boolean, children: (version: number, index: number) => any}} props
 */
function Window({ shown, at, playing, rushing, children }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const touched = useRef(-OWN_SCROLL);
  const before = useRef(at);
  /** Whether the user has moved the cursor, and the log has not scrolled there yet. */
  const due = useRef(false);
  const [top, setTop] = useState(0);
  const [seen, setSeen] = useState(480);
  useEffect(() => {
    const box = /** @type {HTMLElement} */ (element.current);
    const observer = new ResizeObserver(() => setSeen(box.clientHeight));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const row = countUpTo(shown, at) - 1;
  const since = useMemo(() => performance.now(), [at, row, shown.length, seen]);
  useEffect(() => {
    const box = element.current;
    due.current ||= at !== before.current && !playing;
    before.current = at;
    if (!box || row < 0) return;
    const last = touched.current;
    // Scrolling forces a layout, which is cheap only once the frame has been painted.
    let later = 0;
    const scroll = () => {
      if (touched.current !== last) due.current = false;
      const wait = due.current ? 0 : touched.current + OWN_SCROLL - performance.now();
      if (wait > 0) return void (later = /** @type {any} */ (setTimeout(scroll, wait)));
      due.current = false;
      const to = scrollPosition(row, ROW, box.scrollTop, seen);
      if (to !== null) box.scrollTop = to;
    };
    const frame = requestAnimationFrame(() => (later = /** @type {any} */ (setTimeout(scroll))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  }, [at, row, shown.length, seen]);
  const touch = () => (touched.current = performance.now());
  // While versions change fast, draw only the visible rows, until the user scrolls.
  const { from, to } = visibleRange(shown.length, ROW, top, seen, rushing && touched.current < since ? 1 : undefined);
  return html`<div class="replay-log-window" ref=${element} onScroll=${(/** @type {any} */ event) => setTop(event.currentTarget.scrollTop)} onWheel=${touch} onPointerDown=${touch} onTouchMove=${touch}>
    <ol class="replay-log-rows" aria-label=${t("replay.log")} style=${{ height: `${shown.length * ROW}px` }}>
      ${shown.slice(from, to).map((version, index) => children(version, from + index))}
    </ol>
  </div>`;
}

const Row = memo((/** @type {any} */ { version, index, count, seat, name, words, mark, game, struck, current, chosen, thought, note, pick, back }) => {
  const tip = [note && `✎ ${note}`, words].filter(Boolean).join("\n");
  return html`<li class="replay-row" style=${{ top: `${index * ROW}px` }} aria-posinset=${index + 1} aria-setsize=${count}>
    <button
      type="button"
      class=${`${struck ? "struck" : ""} ${chosen ? "chosen" : ""}`}
      aria-current=${current ? "step" : null}
      title=${tip}
      onClick=${(/** @type {MouseEvent} */ event) => pick(version, event.shiftKey)}
    >
      <span class="replay-row-number">${version}</span>
      <span class="replay-row-seat">${typeof seat === "number" && html`<${Badge} seat=${seat} label=${name} />`}</span>
      <span class="replay-row-words">${struck ? html`<s>${words}</s><span class="unseen"> (${t("replay.log.undone")})</span>` : words}${note && html` <em>✎ ${note}</em>`}</span>
      ${thought && html`<span class="replay-row-thought soft" title=${t("replay.log.thought", { time: thought })}><span aria-hidden="true">◷ ${thought}</span><span class="unseen">${t("replay.log.thought", { time: thought })}</span></span>`}
      ${mark && html`<span class="replay-row-mark" role="img" aria-label=${markLabel(game, mark)}>${markSymbol(game, mark)}</span>`}
    </button>
    ${back && html`<button type="button" class="replay-row-back" tabindex=${current ? 0 : -1} title=${t("replay.log.back", { at: version })} aria-label=${t("replay.log.back", { at: version })} onClick=${() => back(version)}>↶</button>`}
  </li>`;
});
