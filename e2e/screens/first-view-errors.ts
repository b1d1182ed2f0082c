import type { Page } from 'playwright-core';

/**
 * Returns a second gold action, grey buttons without a reason, and, for players, hashes and UUIDs in the first view. The screen
 * is the topmost dialog, or the page; a bar that stays in place counts as its own.
 */
export function findFirstViewErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isSeen = (element: Element) =>
      element.getBoundingClientRect().height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const textOf = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
      return (copy.textContent || (element.getAttribute('aria-label') ?? '')).replaceAll(/\s+/g, ' ').trim();
    };
    const screen = [...document.querySelectorAll('dialog[open]')].filter(isSeen).at(-1) ?? document.body;

    // Equal cards may each offer the same action, for other amounts.
    const golds = new Map<Element | null, Set<string>>();
    for (const gold of [...screen.querySelectorAll('button.bg-coin, a.bg-coin')].filter(isSeen)) {
      const bar = gold.closest('.fixed, .sticky');
      golds.set(bar, (golds.get(bar) ?? new Set()).add(textOf(gold).replaceAll(/\d[\d,.:]*/g, '#')));
    }
    for (const names of golds.values())
      if (names.size > 1) found.push(`more than one gold action: ${[...names].join(', ')}`);

    const isExplained = (element: Element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').some((id) => {
        const reason = document.getElementById(id);
        return reason !== null && isSeen(reason) && textOf(reason) !== '';
      });
    const isConsole = location.pathname.startsWith('/admin');
    const isBusy = screen.querySelector('[aria-busy=true]') !== null;
    // One note about the network is the reason of all.
    const isHeld = isBusy || /You(’re| are) offline|can’t reach Copup|Reconnecting/.test(textOf(screen));
    for (const grey of screen.querySelectorAll('button:disabled, [aria-disabled=true]')) {
      const isOnStage = grey.closest('[aria-label="Tap"], [aria-label="Pick a card"]') !== null;
      // "Resend in 0:42", "Give a reason first", "Diamond Bank Closed."; at an end "Previous", "Next", "Zoom out".
      const saysItself = /\bin \d|first|after|sold out|Closed\.|^(previous|next|zoom)/i.test(textOf(grey));
      const fields = [...(grey.closest('form')?.querySelectorAll('input') ?? [])];
      const isToFill = isConsole && fields.some(({ value }) => value === '');
      const isFine = isHeld || isOnStage || saysItself || isToFill || !isSeen(grey);
      if (
        !isFine &&
        ![grey, ...fields.filter(({ disabled, value }) => disabled || value === '')].some(isExplained)
      )
        found.push(`grey button without a reason: ${textOf(grey)}`);
    }

    const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
    while (!isConsole && texts.nextNode()) {
      const { parentElement: parent, nodeValue } = texts.currentNode;
      const hash = /[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(nodeValue ?? '')?.[0];
      if (hash && parent && isSeen(parent) && parent.getBoundingClientRect().top < innerHeight)
        found.push(`hash in the first view: ${hash}`);
    }
    return found;
  });
}
