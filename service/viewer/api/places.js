/** How many feeds the tabs of this browser keep open together: it has six connections to a service, and pages need some. */

const PLACES = 3;
const MOMENT = 250;

/** A feed's place; given back once.
 * @typedef {() => void} Release
 */

/** A place for one more feed, or null where there is none. A hidden tab gives its own up for one that is looked at.
 * @param {() => void} wanted called when somebody who is looked at needs the place
 * @returns {Promise<Release | null>}
 */
export async function takePlace(wanted) {
  if (typeof navigator === "undefined" || !navigator.locks) return () => {};
  return (await free(wanted)) ?? (document.hidden ? null : asked(wanted));
}

/** @param {() => void} wanted */
async function free(wanted) {
  for (let number = 0; number < PLACES; number += 1) {
    const release = await locked(`chronik.feed.${number}`);
    if (release) return held(release, wanted);
  }
  return null;
}

/** @param {() => void} wanted */
async function asked(wanted) {
  const channel = new BroadcastChannel("chronik.feeds");
  channel.postMessage("wanted");
  channel.close();
  await new Promise((wake) => setTimeout(wake, MOMENT));
  return free(wanted);
}

/** A lock of the browser, as a function that lets go; null where another tab has it.
 * @param {string} name
 * @returns {Promise<Release | null>}
 */
function locked(name) {
  return new Promise((take) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => (lock ? new Promise((free) => take(() => free(null))) : take(null)))
      .catch(() => take(() => {}));
  });
}

/** Keeps a place until it is given back, and listens whether it is needed elsewhere.
 * @param {Release} release
 * @param {() => void} wanted
 * @returns {Release}
 */
function held(release, wanted) {
  const channel = new BroadcastChannel("chronik.feeds");
  channel.onmessage = () => {
    if (document.hidden) wanted();
  };
  return () => {
    channel.close();
    release();
  };
}
