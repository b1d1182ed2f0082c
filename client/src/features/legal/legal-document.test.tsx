import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LegalDocument } from './legal-document.tsx';
import { privacy } from './privacy-text.ts';
import { terms } from './terms-text.ts';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => void vi.unstubAllGlobals());

const htmlOf = (text: string) => renderToStaticMarkup(<LegalDocument title="Title" text={text} />);

describe('a legal text', () => {
  it('has paragraphs, lists, strong text and links', () => {
    const html = htmlOf('Lead.\n\n# a: One\n\n**B** [c](/d)\ne [f](https://g.h).\n\n- i\n  j\n- k');
    expect(html).toContain(
      '<p><strong>B</strong> <a href="/d">c</a> e <a href="https://g.h" target="_blank" rel="noopener noreferrer">f</a>.</p>' +
        '<ul><li>i j</li><li>k</li></ul>',
    );
  });

  it.each([
    ['privacy', privacy],
    ['terms', terms],
  ])('%s: each section has its own id, a name and text, and no mark is left', (_name, text) => {
    const html = htmlOf(text);
    const sections = [...html.matchAll(/<section id="([a-z-]+)".*?<\/span>\w.*?<\/h2><div[^>]*><(?:p|ul)>/g)];
    expect(sections.length).toBeGreaterThan(10);
    expect(new Set(sections.map(([, id]) => id)).size).toBe(html.split('<section ').length - 1);
    expect(html).not.toMatch(/\*\*|\]\(|# |>- /);
  });
});
