import { expect, it } from 'vitest';
import { operatorPath, operatorPaths, paths, pathTo } from './page-paths.ts';

it('lists each page once, and replaces the parameters by values, in their order', () => {
  const all = [...Object.values(paths), ...Object.values(operatorPaths).map(operatorPath)];
  expect(new Set(all).size).toBe(all.length);
  expect(pathTo(paths.auction, 7)).toBe('/auction/7');
  expect(pathTo(paths.proof, 'card', 3001)).toBe('/fair/card/3001');
  expect(pathTo(paths.auction, '../a b')).toBe('/auction/..%2Fa%20b');
});
