/** A task that is requested often but run rarely: one run at a time, a pause between runs, and one more run for late requests. */

export class CoalescedTask {
  /**
   * @param {() => Promise<void>} work
   * @param {() => number} pause returns the milliseconds between two runs
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
    this.skipPause = () => {};
  }

  /** Requests a run. Resolves when a run has ended that began after this call.
   * @param {boolean} [now] whether to skip the pause
   * @returns {Promise<void>}
   */
  request(now = false) {
    this.next ??= this.runAfter(this.running);
    if (now) this.skipPause();
    return this.next;
  }

  /** @param {Promise<void> | null} before */
  async runAfter(before) {
    let late = false;
    const hurried = new Promise((done) => {
      this.skipPause = () => {
        late = true;
        done(null);
      };
    });
    await before;
    const wait = this.done + this.pause() - Date.now();
    if (wait > 0 && !late) await Promise.race([hurried, new Promise((done) => setTimeout(done, wait))]);
    else await null;
    this.next = null;
    this.skipPause = () => {};
    if (this.ended) return;
    this.running = this.work().finally(() => {
      this.running = null;
      this.done = Date.now();
    });
    await this.running;
  }

  /** Stops the task. */
  end() {
    this.ended = true;
    this.skipPause();
  }
}
