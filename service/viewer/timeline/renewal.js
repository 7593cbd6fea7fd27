/** Work that is wanted often and done rarely: one at a time, with a pause in between, and once more for whoever came late. */

export class Renewal {
  /**
   * @param {() => Promise<void>} work
   * @param {() => number} pause the milliseconds between the end of one and the beginning of the next
   */
  constructor(work, pause) {
    this.work = work;
    this.pause = pause;
    this.ended = false;
    this.done = -Infinity;
    /** @type {Promise<void> | null} */
    this.running = null;
    /** @type {Promise<void> | null} */
    this.next = null;
    /** @type {(() => void)} */
    this.hurry = () => {};
  }

  /** Wants the work done from now on; answers when it was, begun after this call.
   * @param {boolean} [now] without the pause
   * @returns {Promise<void>}
   */
  want(now = false) {
    this.next ??= this.after(this.running);
    if (now) this.hurry();
    return this.next;
  }

  /** @param {Promise<void> | null} before */
  async after(before) {
    let late = false;
    const hurried = new Promise((done) => {
      this.hurry = () => {
        late = true;
        done(null);
      };
    });
    await before;
    const wait = this.done + this.pause() - Date.now();
    if (wait > 0 && !late) await Promise.race([hurried, new Promise((done) => setTimeout(done, wait))]);
    else await null;
    this.next = null;
    this.hurry = () => {};
    if (this.ended) return;
    this.running = this.work().finally(() => {
      this.running = null;
      this.done = Date.now();
    });
    await this.running;
  }

  /** Does no more. */
  end() {
    this.ended = true;
    this.hurry();
  }
}
