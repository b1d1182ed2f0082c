import type { Page } from 'playwright-core';

/**
 * Disabled controls without a reason of their own. The stage around the coin and the cards says when the turn comes, and the
 * other controls of a form wait for its busy button.
 */
const explainedAround = '[aria-label="Tap"], [aria-label="Pick a card"] button';

/**
 * Returns what nobody should meet on a screen: a second gold action, a grey button without a reason, and, for players, a hash
 * or a UUID in the first view. The screen is the topmost dialog, or the page; a bar that stays in place counts as its own.
 */
export function findFirstViewErrors(page: Page): Promise<string[]> {
  return page.evaluate((explained) => {
    const found: string[] = [];
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return width > 1 && height > 1 && isShown;
    };
    const textOf = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
      return (copy.textContent || (element.getAttribute('aria-label') ?? '')).replaceAll(/\s+/g, ' ').trim();
    };
    const screen = [...document.querySelectorAll('dialog[open]')].filter(isSeen).at(-1) ?? document.body;
    const barOf = (element: Element | null): Element | null =>
      !element || /fixed|sticky/.test(getComputedStyle(element).position)
        ? element
        : barOf(element.parentElement);

    // Equal cards may each offer the same action, for other amounts.
    const golds = new Map<Element | null, Set<string>>();
    for (const gold of screen.querySelectorAll('button.bg-coin, a.bg-coin')) {
      if (!isSeen(gold)) continue;
      const names = golds.get(barOf(gold)) ?? new Set();
      golds.set(barOf(gold), names.add(textOf(gold).replaceAll(/\d[\d,.:]*/g, '#')));
    }
    for (const names of golds.values())
      if (names.size > 1) found.push(`more than one gold action: ${[...names].join(', ')}`);

    const isOffline = /You(’re| are) offline|We can’t reach Copup|Reconnecting/.test(textOf(screen));
    const isBusy = screen.querySelector('[aria-busy=true]') !== null;
    const isExplained = (element: Element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').some((id) => {
        const reason = document.getElementById(id);
        return reason !== null && isSeen(reason) && textOf(reason) !== '';
      });
    for (const grey of screen.querySelectorAll('button:disabled, [aria-disabled=true]')) {
      if (isOffline || isBusy || !isSeen(grey) || grey.matches(explained)) continue;
      const fields = grey.closest('form')?.querySelectorAll('input:disabled') ?? [];
      // "Resend in 0:42", "Give a reason first", "Diamond Bank. Closed".
      const saysItself = /\bin \d|\b(first|after|sold out)\b|Closed\./i.test(textOf(grey));
      if (!saysItself && ![grey, ...fields].some(isExplained))
        found.push(`grey button without a reason: ${textOf(grey)}`);
    }

    const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
    while (!location.pathname.startsWith('/admin') && texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      const [hash] =
        /[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(texts.currentNode.nodeValue ?? '') ??
        [];
      if (hash && parent && isSeen(parent) && parent.getBoundingClientRect().top < innerHeight)
        found.push(`hash in the first view: ${hash}`);
    }
    return found;
  }, explainedAround);
}
