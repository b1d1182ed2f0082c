import { describe, expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { changedLines, formatReport, scoreOf, shortChange, type Verdict } from './report.ts';

const source = 'if (x) {\n  const late = now > end;\n}\n';
const boundary = findMutants('a/b.ts', source).find(({ mutator }) => mutator === 'boundary');

const verdict: Verdict = {
  id: 'a/b.ts#2',
  file: 'a/b.ts',
  line: 2,
  mutator: 'boundary',
  original: ['const late = now > end;'],
  changed: ['const late = now >= end;'],
  outcome: 'survived',
  killedBy: undefined,
  tests: 12,
  capped: 3,
  seconds: 4,
};

describe('report', () => {
  it('shows the changed lines and the changed part', () => {
    if (!boundary) throw new Error('no mutant');
    const { original, changed } = verdict;
    expect(changedLines(boundary, source)).toEqual({ original, changed });
    expect(shortChange(boundary, source)).toBe('now > end -> now >= end');
  });

  it('counts time limits as killed, and mutants without tests as survived', () => {
    const verdicts = (['killed', 'timeout', 'survived', 'not covered'] as const).map((outcome) => ({
      ...verdict,
      outcome,
    }));
    expect(scoreOf(verdicts)).toEqual({ mutants: 4, killed: 2, survived: 2, percent: 50 });
  });

  it('has a row for each folder and a section for each survivor', () => {
    const report = formatReport([verdict, { ...verdict, outcome: 'killed' }], 'A run.');
    expect(report).toContain('| a | 2 | 1 | 1 | 50.0 % |');
    expect(report).toContain('## a/b.ts:2\n\nboundary, survived, 12 test files, 3 above the cap');
    expect(report).toContain('- const late = now > end;\n+ const late = now >= end;');
  });
});
