/** At most one call per picture of the screen. */

/** A call that happens once per animation frame, however often it is asked for; in a hidden tab, a few times a second.
 * @param {() => void} call
 * @returns {() => void}
 */
export function oncePerFrame(call) {
  let asked = false;
  const run = () => {
    asked = false;
    call();
  };
  return () => {
    if (asked) return;
    asked = true;
    if (document.hidden) setTimeout(run, 200);
    else requestAnimationFrame(run);
  };
}
