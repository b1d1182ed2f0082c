import { expect, it } from 'vitest';
import { findConsole, findCycle } from './bundle-rules.ts';

const chunk = (fileName: string, moduleIds: string[], imports: string[] = []) => ({
  fileName,
  moduleIds,
  imports,
});
const form = '/client/src/console/form-dialog.tsx';
const games = chunk('games-page', ['/client/src/features/contests/pages/games-page.tsx'], ['contests']);

it('the console is found on players’ pages, also behind another file; operators’ pages may load it', () => {
  const contests = chunk('contests', ['/client/src/ui/leaderboard.tsx'], ['draft']);
  expect(findConsole([games, contests, chunk('draft', [form])])).toEqual([
    'games-page',
    'contests',
    'draft',
    form,
  ]);
  const library = '/node_modules/.pnpm/ra-core@5/node_modules/ra-core/dist/index.js';
  expect(findConsole([games, chunk('contests', [library])])).toEqual(['games-page', 'contests', library]);
  const list = chunk('list', ['/client/src/features/contests/admin/contests-list.tsx'], ['draft']);
  expect(findConsole([games, chunk('contests', []), list, chunk('draft', [form], ['list'])])).toBeUndefined();
});

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

it('files that import each other are found, directly and over several files; files with the same import are none', () => {
  const two = graph({ index: ['react', 'common'], common: ['react', 'index'], react: [] });
  expect(findCycle(two)).toEqual(['index', 'common', 'index']);
  const several = graph({ page: ['one'], one: ['two'], two: ['three'], three: ['one'] });
  expect(findCycle(several)).toEqual(['one', 'two', 'three', 'one']);
  expect(findCycle(graph({ one: ['three', 'two'], two: ['three'], three: ['four'] }))).toBeUndefined();
});
