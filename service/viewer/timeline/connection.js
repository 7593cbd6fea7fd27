/** The feed connection of a running match. */

import { isProblem } from "../api/api.js";

/** @typedef {import("../api/feed.js").Listener} Listener */

/** @type {readonly number[]} */
const NONE = [];

/** The state of the feed, and the reason for it. */
export class Connection {
  /**
   * @param {import("./match.js").Means["follow"]} follow
   * @param {Pick<Listener, "view" | "frame">} listener
   * @param {() => void} notify
   * @param {(now: boolean) => Promise<void>} refresh called when the match may have changed; resolves once the page knows
   */
  constructor(follow, listener, notify, refresh) {
    this.follow = follow;
    this.listener = listener;
    this.notify = notify;
    this.refresh = refresh;
    /** @type {"idle" | "ended" | import("../api/feed.js").FeedState} */
    this.state = "idle";
    this.retryAt = 0;
    /** @type {readonly number[]} the awaited seats whose players are offline */
    this.offline = NONE;
    /** @type {import("../api/feed.js").Crowd} whose limit on feeds has been reached, while the state is "crowded" */
    this.crowd = "browser";
    /** @type {Error | null} the final refusal, after which nothing arrives */
    this.refused = null;
    /** @type {import("../api/feed.js").FeedHandle | null} */
    this.feed = null;
  }

  /** Connects to a feed.
   * @param {string} path
   * @param {string} viewer
   * @param {() => number} heard returns the last version received
   */
  open(path, viewer, heard) {
    this.close();
    this.feed = this.follow(path, viewer, heard, {
      ...this.listener,
      offline: (seats) => {
        this.offline = seats;
        this.notify();
      },
      end: () => {
        this.state = "ended";
        this.notify();
        void this.refresh(true);
      },
      state: (state, retryAt = 0, crowd = this.crowd) => {
        this.state = state;
        this.offline = NONE;
        this.retryAt = retryAt;
        this.crowd = crowd;
        this.notify();
        // A feed also ends when the user takes a seat, because the page must then reconnect as another viewer.
        return state === "connecting" ? undefined : this.refresh(state === "lost");
      },
      refused: (problem) => {
        this.state = "ended";
        this.refuse(problem);
        if (!isProblem(problem, "unauthenticated")) void this.refresh(true);
      },
    });
  }

  /** @param {Error} problem the final refusal */
  refuse(problem) {
    this.refused = problem;
    this.notify();
  }

  /** Ends the feed. */
  close() {
    this.feed?.stop();
    this.feed = null;
    this.state = "idle";
  }
}
