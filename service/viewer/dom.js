/** Preact and htm in one place. Every module that draws imports them from here. */

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

/** Returns a component that is drawn again only when a prop changes.
 * Views share their unchanged parts, so most of a table is not redrawn while the user drags the replay slider.
 * @template P
 * @param {(props: P) => any} draw
 * @returns {any}
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

/** Milliseconds between two drawings while versions change fast. */
const REST = 150;

/** Draws its children with their parent, but only a few times per second while `rushing`, and once more afterwards.
 * No user reads the panels beside a board while dragging the slider.
 */
export class Throttled extends Component {
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

/** Draws its children in another element of the page (a portal).
 * @param {{into: Element, children?: any}} props
 */
export function Portal({ into, children }) {
  useLayoutEffect(() => render(children, into));
  useLayoutEffect(() => () => render(null, into), [into]);
  return null;
}
