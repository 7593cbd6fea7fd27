/** Preact and htm in one place: everything that draws imports from here. */

import { Component, Fragment, createContext, h, render } from "./vendor/preact.js";
import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/hooks.js";
import htm from "./vendor/htm.js";

const html = htm.bind(h);

export {
  Component,
  Fragment,
  createContext,
  h,
  html,
  render,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
};

/** A component that is drawn again only when one of its props is another value.
 * Views share what did not change, so most of a table stays as it is while a replay is scrubbed.
 * @template P
 * @param {(props: P) => any} draw
 * @returns {any} a component with the same props
 */
export function memo(draw) {
  return class Memo extends Component {
    /** @param {any} next */
    shouldComponentUpdate(next) {
      const now = /** @type {any} */ (this.props);
      for (const key in next) if (!Object.is(next[key], now[key])) return true;
      for (const key in now) if (!(key in next)) return true;
      return false;
    }

    render() {
      return draw(/** @type {any} */ (this.props));
    }
  };
}

/** How long what nobody reads in a rush stays as it is, in milliseconds. */
const REST = 150;

/** Children that are drawn as often as their parent, but in a rush only a few times a second, and once when it is over:
 * what stands beside a board is not read while the slider is dragged.
 */
export class Seldom extends Component {
  constructor() {
    super();
    this.drawn = -Infinity;
    /** @type {ReturnType<typeof setTimeout> | number} */
    this.timer = 0;
  }

  /** @param {{rushing: boolean}} next */
  shouldComponentUpdate({ rushing }) {
    clearTimeout(this.timer);
    const rest = rushing ? this.drawn + REST - performance.now() : 0;
    if (rest > 0) this.timer = setTimeout(() => this.forceUpdate(), rest);
    return rest <= 0;
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  render() {
    this.drawn = performance.now();
    return this.props.children;
  }
}

/** Children that are drawn in another place of the page.
 * @param {{into: Element, children?: any}} props
 */
export function Elsewhere({ into, children }) {
  useLayoutEffect(() => render(children, into));
  useLayoutEffect(() => () => render(null, into), [into]);
  return null;
}
