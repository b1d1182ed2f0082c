import { expect, it } from 'vitest';
import { postArtFor } from './post-art.ts';

it.each([
  ['Fair play', 'Winning your first auction', 'vault'],
  ['Auctions', 'How a heist stays honest', 'auction'],
  ['News', 'Meet the November champions', 'games'],
  ['Wallet', '', 'wallet'],
  ['Safety', 'Three checks before you pay a trader', 'safety'],
  ['Saving data', 'Copup on a small data plan', 'news'],
  ['', '', 'news'],
])('%s / %s is drawn as %s', (category, title, art) => {
  expect(postArtFor(category, title)).toBe(art);
});
