import { describe, expect, it } from 'vitest';
import { checkReasons, functionsOf } from './long-functions.ts';
import { readFolderImports } from './server-folders.ts';

describe('functions of a file', () => {
  it('have the name, line and length of their source, also behind letters of several bytes', () => {
    const text =
      "const é = 'é';\nexport function outer() {\n  const inner = () => {\n    return 1;\n  };\n  return inner;\n}\n";
    expect(functionsOf({ path: 'a.ts', text })).toEqual([
      { name: 'outer', path: 'a.ts', line: 2, lines: 6 },
      { name: 'inner', path: 'a.ts', line: 3, lines: 3 },
    ]);
  });

  it('are found in JSX, in methods and in arguments', () => {
    const text = 'class A {\n  run() {\n    list.map((x) => {\n      return <p>{x}</p>;\n    });\n  }\n}\n';
    expect(functionsOf({ path: 'a.tsx', text }).map(({ name, lines }) => [name, lines])).toEqual([
      ['run', 5],
      ['anonymous', 3],
    ]);
  });
});

it('a long function needs a reason, and a reason its long function', () => {
  const long = { name: 'build', path: 'a.ts', line: 3, lines: 71 };
  expect(checkReasons([long], { 'a.ts build': 'one table' })).toEqual([]);
  expect(checkReasons([long], { 'b.ts build': 'one table' })).toEqual([
    'a.ts:3 build has 71 lines; at most 70 without a reason.',
    'b.ts build needs no reason: it is no longer a long function.',
  ]);
});

describe('imports between folders', () => {
  const file = (path: string, ...imports: string[]) => ({
    path: `server/src/${path}`,
    text: imports.map((from) => `import { a } from '${from}';\n`).join(''),
    lines: imports.length,
    isTest: false,
  });

  it('name circles, and imports of a higher layer', () => {
    const files = [
      file('features/a/b.ts', '../../db/c.ts', '../other/d.ts'),
      file('db/c.ts', '../rooms/e.ts'),
      file('rooms/e.ts', '../sessions/f.ts', '../config.ts'),
      file('sessions/f.ts', '../rooms/e.ts'),
    ];
    expect(readFolderImports(files)).toEqual({
      edges: ['db → rooms', 'features → db', 'rooms → sessions', 'sessions → rooms'],
      circles: ['rooms ↔ sessions'],
      upward: ['db → rooms'],
    });
  });
});
