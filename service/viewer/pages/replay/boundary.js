/** What stands where a board cannot be drawn: the problem, and everything around it goes on. */

import { Component, html } from "../../dom.js";
import { t } from "../../words/words.js";

/** Draws its children; where that fails, says at which entry and why, offers the one before (`last`), and tries again with the next. */
export class Boundary extends Component {
  /** @param {any} props */
  constructor(props) {
    super(props);
    /** @type {{failed: number | null, why: string}} */
    this.state = { failed: null, why: "" };
  }

  /** @param {any} error */
  componentDidCatch(error) {
    const { at } = /** @type {any} */ (this.props);
    console.error(error);
    this.setState({ failed: at, why: String(error?.message ?? error) });
  }

  render() {
    const { at, children, last } = /** @type {any} */ (this.props);
    const { failed, why } = /** @type {any} */ (this.state);
    if (failed !== at) return children;
    return html`<p class="notice bad" role="alert">${t("replay.undrawable", { at })} <span class="mono">${why}</span>${last && html` <button type="button" onClick=${last}>${t("replay.do.step_back")}</button>`}</p>`;
  }
}
