/** The notice for a board that cannot be drawn. The rest of the page keeps working. */

import { Component, html } from "../../dom.js";
import { t } from "../../words/words.js";

/** Draws its children. If that fails, it shows the entry and the error, offers the previous step (`last`), and tries again at the next version. */
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
