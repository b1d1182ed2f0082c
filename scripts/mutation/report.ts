import { dirname } from 'node:path';
import type { Mutant } from './find-mutants.ts';

export interface Verdict {
  id: string;
  file: string;
  line: number;
  mutator: string;
  /** The changed lines, before and after. */
  original: string[];
  changed: string[];
  outcome: 'killed' | 'timeout' | 'survived' | 'not covered';
  /** The test file and the test that failed. */
  killedBy: string | undefined;
  tests: number;
  /** Number of test files that reach the mutant, too, but were above the cap. */
  capped: number;
  seconds: number;
}

export interface Score {
  mutants: number;
  killed: number;
  survived: number;
  percent: number;
}

/** Returns the lines that the mutant changes, without their indentation. */
export function changedLines({ edit }: Mutant, source: string): { original: string[]; changed: string[] } {
  const start = source.lastIndexOf('\n', edit.start - 1) + 1;
  const found = source.indexOf('\n', edit.end);
  const end = found < 0 ? source.length : found;
  const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
  const changed = source.slice(start, edit.start) + edit.text + source.slice(edit.end, end);
  return { original: linesOf(source.slice(start, end)), changed: linesOf(changed) };
}

/** Returns the changed part alone, as `a < b -> a <= b` on one line. */
export function shortChange({ start, end, edit }: Mutant, source: string): string {
  const isWhole = edit.start === start && edit.end === end;
  const [from, to] = isWhole
    ? [start, end]
    : [Math.max(start, edit.start - 20), Math.min(end, edit.end + 20)];
  const before = source.slice(from, to);
  const after = source.slice(from, edit.start) + edit.text + source.slice(edit.end, to);
  return `${onOneLine(before)} -> ${onOneLine(after) || '(removed)'}`;
}

export function scoreOf(verdicts: readonly Verdict[]): Score {
  const killed = verdicts.filter(isKilled).length;
  const mutants = verdicts.length;
  const percent = mutants === 0 ? 100 : (100 * killed) / mutants;
  return { mutants, killed, survived: mutants - killed, percent };
}

/** Returns the report in Markdown: a table of folders, the total and the survivors. */
export function formatReport(verdicts: readonly Verdict[], about: string): string {
  const survivors = verdicts.filter((verdict) => !isKilled(verdict));
  const capped = survivors.filter((verdict) => verdict.capped > 0).length;
  return [
    `# Mutants\n\n${about}\n`,
    '| Folder | Mutants | Killed | Survived | Score |\n| --- | ---: | ---: | ---: | ---: |',
    ...Object.entries(Object.groupBy(verdicts, ({ file }) => dirname(file)))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([folder, own = []]) => rowOf(folder, own)),
    rowOf('**all**', verdicts),
    `\n${survivors.length} survived; ${capped} of them are reached by test files above the cap, which did not run.`,
    ...survivors.map(formatSurvivor),
  ].join('\n');
}

function rowOf(folder: string, verdicts: readonly Verdict[]): string {
  const { mutants, killed, survived, percent } = scoreOf(verdicts);
  return `| ${folder} | ${mutants} | ${killed} | ${survived} | ${percent.toFixed(1)} % |`;
}

function formatSurvivor(verdict: Verdict): string {
  const { file, line, mutator, outcome, tests, capped, original, changed } = verdict;
  const ran = outcome === 'survived' ? `, ${tests} test files` : '';
  const above = capped > 0 ? `, ${capped} above the cap` : '';
  const diff = [...original.map((text) => `- ${text}`), ...changed.map((text) => `+ ${text}`)];
  return `\n## ${file}:${line}\n\n${mutator}, ${outcome}${ran}${above}\n\n\`\`\`diff\n${diff.join('\n')}\n\`\`\``;
}

function isKilled({ outcome }: Verdict): boolean {
  return outcome === 'killed' || outcome === 'timeout';
}

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}
