import type { Page } from 'playwright-core';

/**
 * Lists what has no edge in forced colours, where the browser removes shadows and backgrounds: controls, and what otherwise has
 * an edge of shadows; `withFocus` also each control whose focus is not shown.
 */
export async function findEdgeErrors(page: Page, { withFocus = false } = {}): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(() => {
    const shadowed = [...document.body.querySelectorAll('*')].filter((element) => {
      const { boxShadow } = getComputedStyle(element);
      return boxShadow !== 'none' && !/^(rgba\(0, 0, 0, 0\)[^,]*(, )?)+$/.test(boxShadow);
    });
    Object.assign(window, { shadowed });
  });
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate((withFocus) => {
    const { shadowed } = window as unknown as { shadowed: Element[] };
    const nameOf = (element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      return `<${element.localName}> "${text}" ${element.className.toString().slice(0, 80)}`;
    };
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true });
    };
    /** A field has the edge of its box; one that is not drawn, that of its picture. */
    const framesOf = ({ parentElement, nextElementSibling, previousElementSibling }: Element) => [
      parentElement,
      nextElementSibling,
      previousElementSibling?.firstElementChild ?? null,
    ];
    const isDrawn = (width: string, style: string) => Number.parseFloat(width) >= 1 && style !== 'none';
    const hasOutline = (style: CSSStyleDeclaration) => isDrawn(style.outlineWidth, style.outlineStyle);
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      return hasOutline(style) || isDrawn(style.borderTopWidth, style.borderTopStyle);
    };
    const found: string[] = [];
    for (const control of document.querySelectorAll(
      'button, summary, input, select, textarea, dialog[open]',
    )) {
      // The browser draws the edges of its own boxes.
      const isNative =
        control.matches('[type=checkbox], [type=radio]') && getComputedStyle(control).appearance !== 'none';
      if (isNative || !isSeen(control)) continue;
      if (![control, ...framesOf(control)].some((frame) => frame && hasEdge(frame)))
        found.push(`no edge: ${nameOf(control)}`);
    }
    for (const element of shadowed)
      if (isSeen(element) && !element.closest('[aria-hidden="true"], [role="img"]') && !hasEdge(element))
        found.push(`no edge without shadows: ${nameOf(element)}`);

    if (!withFocus) return found;
    for (const control of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea',
    )) {
      if (!isSeen(control) || control.matches(':disabled')) continue;
      control.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      if (document.activeElement !== control) continue;
      const isShown = [control, ...framesOf(control)].some((frame) => {
        const style = frame && getComputedStyle(frame);
        return style && hasOutline(style) && Number.parseFloat(style.outlineWidth) >= 2;
      });
      if (!isShown) found.push(`no focus: ${nameOf(control)}`);
    }
    return found;
  }, withFocus);
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}
