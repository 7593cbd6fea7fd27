/** The preview of a list of entrants before it is entered: its columns, first entrants and number of entrants. */

import { html } from "../../../dom.js";
import { t } from "../../../words/words.js";

/**
 * @typedef {{line: number, name?: string, player?: string, level?: string, club?: string}} ListedEntrant
 * @typedef {{format: "json" | "table" | "report", separator: string, heading: number, columns: {heading: string, use: string}[], count: number, first: ListedEntrant[]}} Reading
 */

/** @type {Record<string, string>} */
const SEPARATORS = { "\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", "": "none" };

/** Returns the meaning of a column of the list in words.
 * @param {string} use
 * @returns {string}
 */
export const useText = (use) => t(`desk.list.use.${use || "none"}`);

/** @param {{reading: Reading}} props */
export function ListReading({ reading }) {
  const { columns, count, first, heading } = reading;
  const clubs = first.some((one) => one.club);
  return html`<p>${t("desk.list.understood", { count })}
      ${reading.format === "report" ? html` ${t("desk.list.report")}` : html` ${t(`desk.list.separator.${SEPARATORS[reading.separator]}`)} ${heading ? t("desk.list.headings", { line: heading }) : t("desk.list.no_headings")}`}</p>
    ${columns.length > 1 && html`<table class="desk-draw">
      <caption>${t("desk.list.columns")}</caption>
      <thead><tr><th scope="col">${t("desk.list.column")}</th><th scope="col">${t("desk.list.heading")}</th><th scope="col">${t("desk.list.use")}</th></tr></thead>
      <tbody>${columns.map(({ heading, use }, at) => html`<tr key=${at}><th scope="row">${at + 1}</th><td>${heading}</td><td class=${use ? "" : "soft"}>${useText(use)}</td></tr>`)}</tbody>
    </table>`}
    <table class="desk-draw">
      <caption>${t("desk.list.first")}</caption>
      <thead><tr><th scope="col">${t("desk.list.line")}</th><th scope="col">${t("tournament.column.name")}</th>${clubs && html`<th scope="col">${t("tournament.column.club")}</th>`}</tr></thead>
      <tbody>${first.map((one) => html`<tr key=${one.line}><th scope="row">${one.line}</th><td>${one.name ?? one.player ?? one.level}</td>${clubs && html`<td>${one.club ?? ""}</td>`}</tr>`)}</tbody>
    </table>
    ${count > first.length && html`<p class="soft">${t("desk.list.more", { count: count - first.length })}</p>`}`;
}
