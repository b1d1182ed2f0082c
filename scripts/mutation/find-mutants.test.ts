import { describe, expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';

/** Returns the sources after each change, as `mutator: source`. */
function mutate(source: string): string[] {
  return findMutants('file.ts', source).map(
    ({ mutator, edit }) => `${mutator}: ${source.slice(0, edit.start)}${edit.text}${source.slice(edit.end)}`,
  );
}

describe('mutants', () => {
  it.each([
    ['a < b;', ['boundary: a <= b;']],
    ['a === b;', ['equality: a !== b;']],
    ['(a + b) * c;', ['arithmetic: (a + b) / c;', 'arithmetic: (a - b) * c;']],
    ['a /* + */ - b;', ['arithmetic: a /* + */ + b;']],
    ['a && b;', ['logical: a || b;']],
    ['a ?? b;', ['default: (a) && (b);']],
    ['x = !a;', ['negation: x = a;']],
    ['if (a) b;', ['condition: if (true) b;', 'condition: if (false) b;']],
    ['a ? b : c;', ['condition: true ? b : c;', 'condition: false ? b : c;']],
    ['a(b);', ['statement: ']],
    ['await a.b();', ['statement: ']],
    ["invariant(a(), 'text');", ['invariant: ']],
    ['if (a.size) b;', ['condition: if (true) b;', 'condition: if (false) b;']],
    ['x = () => a < b;', ['boundary: x = () => a <= b;', 'result: x = () => !(a < b);']],
    ['x = () => a.has(b);', ['result: x = () => !(a.has(b));']],
    ['x = 1_000;', ['number: x = 1001;']],
    ['x = 2n;', ['number: x = 3n;']],
    ['x = Math.min(a, b);', ['extreme: x = Math.max(a, b);']],
    ['x = a.some(b);', ['method: x = a.every(b);']],
    ['x = a.filter(b).map(c);', ['method: x = a.map(c);']],
  ])('of %s', (source, expected) => {
    expect(mutate(source)).toEqual(expected);
  });

  it.each([
    ['texts', "x = 'text';"],
    ['calls of other methods', 'x = a.toString();'],
    ['sums of texts', "x = 'a' + b;"],
    ['types', 'type Two = 2; const a: 1 | Two = b as 1;'],
    ['log calls', 'deps.log.warn({ count: a + 1 }, b);'],
    ['texts of errors', `x = new Refusal(code, \`\${a + 1} is too much\`);`],
    ['keys and imports', "import a from 'a'; x = { 1: a };"],
    ['steps of loops', 'for (;; at += 1) {}'],
    ['invariants that a value exists', "invariant(a.b, 'text');"],
    ['conditions of log calls', 'if (a > 1) log.warn(a);'],
    ['the sizes of chunks', 'const CHUNK = 500;'],
    ['when to try again', 'x = { retryAfterS: 1 };'],
    ['links of an optional chain', 'x = a?.b.filter(c).length;'],
  ])('leave out %s', (_, source) => {
    expect(mutate(source)).toEqual([]);
  });

  it.each([
    ['if (a.length === 0) return;', 'condition', ['true']],
    ['if (a.size > 0) await b();', 'condition', ['false']],
    ['x = a.length > 0 ? b() : [];', 'condition', ['false']],
    ['if (a.size > 0) await b();', 'boundary', []],
    ['x = a.length > 0 ? b() : [];', 'boundary', []],
    ['if (a.length === 0) b(); else c();', 'condition', ['true', 'false']],
  ])('skip the work for an empty list as before: %s %s', (source, mutator, expected) => {
    const found = findMutants('file.ts', `async () => { ${source} }`);
    expect(found.filter((one) => one.mutator === mutator).map(({ edit }) => edit.text)).toEqual(expected);
  });

  it('of SQL are swaps of single tokens in statements', () => {
    const sql = 'SELECT a + 1 FROM b WHERE a >= $1 AND c BETWEEN 1 AND 2 FOR NO KEY UPDATE SKIP LOCKED';
    expect(mutate(`x = \`${sql}\`;`)).toEqual([
      `sql: x = \`${sql.replace('+', '-')}\`;`,
      `sql: x = \`${sql.replace('>=', '>')}\`;`,
      `sql: x = \`${sql.replace('AND', 'OR')}\`;`,
      `sql: x = \`${sql.replace(/FOR.*/, '')}\`;`,
    ]);
    expect(mutate("x = 'a <> b AND c';")).toEqual([]);
    expect(mutate("x = 'DELETE FROM a WHERE b <> c AND d';")).toHaveLength(1);
  });

  it('tell their line, and whether loading the module evaluates them', () => {
    const source = 'const a = 1;\nfunction b() {\n  return 2;\n}\nclass C {\n  d = 3;\n}';
    expect(findMutants('file.ts', source)).toMatchObject([
      { id: 'file.ts#0', line: 1, isStatic: true },
      { id: 'file.ts#1', line: 3, isStatic: false },
      { id: 'file.ts#2', line: 6, isStatic: false },
    ]);
  });
});
