import { describe, expect, it } from 'vitest';
import { findBannedWords } from './banned-words.ts';

const word = ['some', 'body'].join('');

describe('banned words', () => {
  it.each([
    ['a line comment', `const a = 1; // ${word} else`],
    ['a documentation comment', `/** Told to\n * ${word}. */`],
    ['a title', `it('notifies ${word}', () => {});`],
    ['a title with cases', `it.each([1])(\n  '%s notifies ${word}', () => {});`],
  ])('are found in %s', (_, text) => {
    expect(findBannedWords('a.ts', text)).toHaveLength(1);
  });

  it('are reported with file and line', () => {
    expect(findBannedWords('a.ts', `const a = 1;\n// ${word}\n`)).toEqual([`a.ts:2: // ${word}`]);
    expect(findBannedWords('a.md', `# A\n\nTell ${word}.\n`)).toEqual([`a.md:3: Tell ${word}.`]);
  });

  it.each([
    ['a string', `const url = 'postgres://${word}@host//${word}';`],
    ['a name', `const ${word} = 1;`],
    ['quotes in a comment', `// The account \`${word}\`.`],
  ])('are allowed in %s', (_, text) => {
    expect(findBannedWords('a.ts', text)).toEqual([]);
  });
});
