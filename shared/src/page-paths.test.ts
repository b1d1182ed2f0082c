import { expect, it } from 'vitest';
import { operatorPath, operatorPaths, paths, pathTo } from './page-paths.ts';

it('names each page once', () => {
  const all = [...Object.values(paths), ...Object.values(operatorPaths).map(operatorPath)];
  expect(new Set(all).size).toBe(all.length);
});

it('puts values in the place of the parameters, in their order', () => {
  expect(pathTo(paths.auction, 7)).toBe('/auction/7');
  expect(pathTo(paths.proof, 'card', 3001)).toBe('/fair/card/3001');
  expect(pathTo(paths.auction, '../a b')).toBe('/auction/..%2Fa%20b');
});
