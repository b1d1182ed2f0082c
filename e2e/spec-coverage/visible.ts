import type { Page } from 'playwright-core';

export interface Visible {
  /** The visible texts, alone and as parts of each element around them. */
  texts: string[];
  /** The names and descriptions of visible fields, buttons and pictures. */
  labels: string[];
}

/** Whether one of them is the text; a text of several words may be part of a longer one. */
export function shows(visible: readonly string[], text: string): boolean {
  if (!text.includes(' ')) return visible.includes(text);
  const part = new RegExp(`(?<!\\w)${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
  return visible.some((each) => part.test(each));
}

/** Reads what the user sees in a part of the page, without text for screen readers only. */
export function readVisible(page: Page, part: string): Promise<Visible> {
  return page.evaluate((selector) => {
    const texts = new Set<string>();
    const labels = new Set<string>();
    const add = (to: Set<string>, text: string | null) =>
      text !== null &&
      to.add(
        text
          // Around names of any direction.
          .replaceAll(/[\u2066-\u2069]/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );
    const isCut = (element: Element, { overflow, clipPath }: CSSStyleDeclaration) => {
      if (overflow === 'visible' && clipPath === 'none') return false;
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    const read = (node: Node, isSeen: boolean): string => {
      if (node instanceof Text) {
        if (isSeen) add(texts, node.data);
        return isSeen ? node.data : '';
      }
      if (!(node instanceof Element)) return '';
      const style = getComputedStyle(node);
      if (style.display === 'none' || style.opacity === '0' || isCut(node, style)) return '';
      const isOwnSeen = style.visibility === 'visible';
      let text = '';
      for (const child of node.childNodes) text += read(child, isOwnSeen);
      if (style.textTransform === 'uppercase') text = text.toUpperCase();
      if (isOwnSeen) {
        add(texts, text);
        for (const name of ['aria-label', 'alt', 'title', 'placeholder'])
          add(labels, node.getAttribute(name));
      }
      return /^(inline|contents)/.test(style.display) ? text : ` ${text} `;
    };
    for (const root of document.querySelectorAll(selector)) read(root, true);
    return { texts: [...texts], labels: [...labels] };
  }, part);
}
