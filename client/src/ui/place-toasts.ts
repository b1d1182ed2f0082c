/** The distance of toasts from the dock, and from what they must not cover. */
const apartPx = 8;

interface Box {
  top: number;
  bottom: number;
}

/**
 * Returns the top of toasts of this height: above the dock, near the pressed button, or else where they cover none of the boxes to
 * keep clear.
 */
export function topOfToasts(heightPx: number, dockPx: number, clear: readonly Box[]): number {
  const above = dockPx - apartPx - heightPx;
  const places = [above, ...clear.map(({ bottom }) => bottom + apartPx), apartPx];
  const isFree = (top: number) =>
    top >= 0 &&
    top + heightPx <= dockPx &&
    clear.every((box) => top >= box.bottom || top + heightPx <= box.top);
  return places.find(isFree) ?? above;
}

/**
 * On a page with a dock at the bottom of the screen (`data-dock`), shows the newest toast alone, without covering what must stay
 * visible (`data-keep-clear`).
 */
export function placeToasts(toasts: HTMLElement): void {
  const dock = document.querySelector('[data-dock]');
  const isDocked = dock !== null && getComputedStyle(dock).position === 'fixed';
  if (!isDocked) {
    for (const name of ['--toast-top', '--toast-more']) toasts.style.removeProperty(name);
    return;
  }
  toasts.style.setProperty('--toast-more', 'none');
  const clear = [...document.querySelectorAll('[data-keep-clear]')].map((each) =>
    each.getBoundingClientRect(),
  );
  const top = topOfToasts(toasts.offsetHeight, dock.getBoundingClientRect().top, clear);
  toasts.style.setProperty('--toast-top', `${Math.round(top)}px`);
}
