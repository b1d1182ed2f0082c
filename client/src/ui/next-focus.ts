const controls = 'button:not(:disabled, [aria-disabled="true"]), a[href], input:not(:disabled)';

/**
 * Returns a function that moves the focus, if it is lost because the element was removed, to what replaces the element: the control
 * marked with `data-next-focus`, or else the first one, of the nearest part of the page that is left.
 */
export function focusReplacementOf(element: Element | null): () => void {
  const parts: Element[] = [];
  for (
    let part = element?.parentElement;
    part && !part.matches('main, body, html');
    part = part.parentElement
  )
    parts.push(part);
  const move = () => {
    if (document.activeElement !== document.body) return;
    for (const part of parts) {
      if (!part.isConnected) continue;
      const next =
        part.querySelector<HTMLElement>('[data-next-focus]') ?? part.querySelector<HTMLElement>(controls);
      if (next) return next.focus({ preventScroll: true });
    }
  };
  // After React's changes of the page.
  return () => queueMicrotask(move);
}
