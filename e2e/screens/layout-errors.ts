import type { Page } from 'playwright-core';

/** Lists layout errors on small screens and with large text, one line each. */
export function findLayoutErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const leastTarget = 44;
    const found: string[] = [];
    const nameOf = (element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      return `<${element.localName}> "${text}" ${element.className.toString().slice(0, 60)}`;
    };
    const clippedAway = [...document.body.querySelectorAll('*')].filter((element) =>
      getComputedStyle(element).clipPath.startsWith('inset(50%'),
    );
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      // Clipped: visible for screen readers only, or on focus.
      const clipped = clippedAway.some((each) => each.contains(element));
      return width > 1 && height > 1 && !clipped && element.checkVisibility({ opacityProperty: true });
    };

    const tooWide = document.documentElement.scrollWidth - innerWidth;
    if (tooWide > 0) {
      const widest = [...document.body.querySelectorAll('*')].find(
        (element) => isSeen(element) && element.getBoundingClientRect().right > innerWidth + 1,
      );
      found.push(`${tooWide} px too wide${widest ? `, first ${nameOf(widest)}` : ''}`);
    }

    // A card that hides its overflow does not make the page too wide.
    for (const picture of document.querySelectorAll('[role=img]')) {
      const { right, left } = picture.getBoundingClientRect();
      if (isSeen(picture) && (right > innerWidth + 1 || left < -1))
        found.push(`picture outside the screen: ${nameOf(picture)}`);
    }

    // Links in sentences are exempt (WCAG 2.5.8); a checkbox is pressed through its label.
    const targets = document.querySelectorAll(
      'a[href], button, summary, input:not([type=hidden]), select, textarea, [role=button], [role=switch], [role=tab]',
    );
    for (const target of targets) {
      if (!isSeen(target) || getComputedStyle(target).pointerEvents === 'none') continue;
      if (target.localName === 'a' && getComputedStyle(target).display === 'inline') continue;
      const boxed = target.matches('input') ? (target.closest('label') ?? target) : target;
      const { width, height } = boxed.getBoundingClientRect();
      // Fields are pressed through the frame around them.
      const frame = target.matches('input, select, textarea') ? target.parentElement : null;
      const framed = frame?.getBoundingClientRect() ?? { width, height };
      if (
        Math.max(height, framed.height) < leastTarget - 0.5 ||
        Math.max(width, framed.width) < leastTarget - 0.5
      )
        found.push(`target of ${Math.round(width)}×${Math.round(height)}: ${nameOf(target)}`);
    }

    // iOS zooms into a field with a font size below 16 px.
    for (const field of document.querySelectorAll('input, select, textarea')) {
      const isTyped = !field.matches('[type=checkbox], [type=radio], [type=file], [type=hidden]');
      const size = Number.parseFloat(getComputedStyle(field).fontSize);
      if (isTyped && size < 16) found.push(`font size of ${size} px in a field: ${nameOf(field)}`);
    }
    // WebKit draws a native control over the styled frame.
    for (const select of document.querySelectorAll('select')) {
      if (getComputedStyle(select).appearance !== 'none') found.push(`native select: ${nameOf(select)}`);
    }

    // Compares the box of the text itself with the box of its element.
    // A text area shows its value in a box of the browser, and scrolls.
    for (const element of document.body.querySelectorAll<HTMLElement>(':not(textarea)')) {
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (texts.length === 0 || !isSeen(element)) continue;
      const { overflowY, textOverflow, webkitLineClamp, display } = getComputedStyle(element);
      if (element.localName === 'h1' && element.scrollWidth > element.clientWidth + 1)
        found.push(`heading cut: ${nameOf(element)}`);
      if (display === 'inline' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue;
      const box = element.getBoundingClientRect();
      const isOutside = texts.some((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, bottom } = range.getBoundingClientRect();
        return (
          left < box.left - 1 || right > box.right + 1 || (overflowY === 'hidden' && bottom > box.bottom + 1)
        );
      });
      if (isOutside) found.push(`text cut or outside its box: ${nameOf(element)}`);
    }
    return found;
  });
}
