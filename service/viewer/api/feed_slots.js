/** Limits the open feeds across this browser's tabs. A browser allows six connections to a service, and pages need some of them. */

const PLACES = 3;
const MOMENT = 250;

/** Releases a feed's slot, once.
 * @typedef {() => void} Release
 */

/** Acquires a slot for a feed. Returns null if all slots are taken. A hidden tab gives its slot to a visible one.
 * @param {() => void} wanted called when a visible tab needs this slot
 * @returns {Promise<Release | null>}
 */
export async function acquireSlot(wanted) {
  if (typeof navigator === "undefined" || !navigator.locks) return () => {};
  return (await tryAcquire(wanted)) ?? (document.hidden ? null : requestSlot(wanted));
}

/** @param {() => void} wanted */
async function tryAcquire(wanted) {
  for (let number = 0; number < PLACES; number += 1) {
    const release = await acquireLock(`chronik.feed.${number}`);
    if (release) return shareSlot(release, wanted);
  }
  return null;
}

/** @param {() => void} wanted */
async function requestSlot(wanted) {
  const channel = new BroadcastChannel("chronik.feeds");
  channel.postMessage("wanted");
  channel.close();
  await new Promise((wake) => setTimeout(wake, MOMENT));
  return tryAcquire(wanted);
}

/** Acquires a browser lock. Returns a function that releases it, or null if another tab holds it.
 * @param {string} name
 * @returns {Promise<Release | null>}
 */
function acquireLock(name) {
  return new Promise((take) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => (lock ? new Promise((free) => take(() => free(null))) : take(null)))
      .catch(() => take(() => {}));
  });
}

/** Calls `wanted` when a visible tab asks for a slot while this tab is hidden.
 * @param {Release} release
 * @param {() => void} wanted
 * @returns {Release}
 */
function shareSlot(release, wanted) {
  const channel = new BroadcastChannel("chronik.feeds");
  channel.onmessage = () => {
    if (document.hidden) wanted();
  };
  return () => {
    channel.close();
    release();
  };
}
