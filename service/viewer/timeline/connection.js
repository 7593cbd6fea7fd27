/** The connection to the feed of a match that runs. */

import { isProblem } from "../api/api.js";

/** @typedef {import("../api/feed.js").Listener} Listener */

/** How the feed stands, and since when it is not as it should be. */
export class Connection {
  /**
   * @param {import("./match.js").Means["follow"]} follow
   * @param {Pick<Listener, "view" | "frame">} listener
   * @param {() => void} changed
   * @param {(now: boolean) => void} stirred the match itself may be another one by now
   */
  constructor(follow, listener, changed, stirred) {
    this.follow = follow;
    this.listener = listener;
    this.changed = changed;
    this.stirred = stirred;
    /** @type {"idle" | "ended" | import("../api/feed.js").FeedState} */
    this.state = "idle";
    this.retryAt = 0;
    /** @type {import("../api/feed.js").Crowd} whose feeds are too many, while it is crowded */
    this.crowd = "browser";
    /** @type {Error | null} why nothing more comes */
    this.refused = null;
    /** @type {import("../api/feed.js").Following | null} */
    this.feed = null;
  }

  /** Connects to a feed.
   * @param {string} path
   * @param {string} viewer
   * @param {() => number} heard the last version that has arrived
   */
  open(path, viewer, heard) {
    this.close();
    this.feed = this.follow(path, viewer, heard, {
      ...this.listener,
      end: () => {
        this.state = "ended";
        this.changed();
        this.stirred(true);
      },
      state: (state, retryAt = 0, crowd = this.crowd) => {
        this.state = state;
        this.retryAt = retryAt;
        this.crowd = crowd;
        this.changed();
        // A feed ends also because somebody sat down: then other eyes are to come back than those that left.
        if (state !== "connecting") this.stirred(state === "lost");
      },
      refused: (problem) => {
        this.state = "ended";
        this.refuse(problem);
        if (!isProblem(problem, "unauthenticated")) this.stirred(true);
      },
    });
  }

  /** @param {Error} problem why nothing more comes */
  refuse(problem) {
    this.refused = problem;
    this.changed();
  }

  /** Ends the feed. */
  close() {
    this.feed?.stop();
    this.feed = null;
    this.state = "idle";
  }
}
