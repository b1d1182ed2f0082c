import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Goal, goalCells } from '@copup/testkit/report.ts';
import { describeMachine } from './figures.ts';

const NAMES = [
  'bids',
  'requests',
  'replicated',
  'commands',
  'close',
  'polling',
  'fanout',
  'storm',
  'taps',
  'memory',
  'growth',
  'footprint',
];
const REPORT = new URL('../../docs/benchmarks.md', import.meta.url);
const BEGIN = '<!-- bench all: begin -->';
const END = '<!-- bench all: end -->';

interface Outcome {
  name: string;
  goals: Goal[];
}

/** Runs each bench in its own process; writes one table of all goals to docs/benchmarks.md. */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', default: NAMES.join(',') } },
  });
  const outcomes: Outcome[] = [];
  let isMet = true;
  for (const name of values.only.split(',')) {
    console.log(`\n── ${name}\n`);
    const { goals, isGood } = await runAlone(name);
    outcomes.push({ name, goals });
    isMet &&= isGood;
    // Written after each bench, so that an interrupted run keeps its results.
    const command = ['npm run bench -- all', ...args].join(' ');
    writeFileSync(REPORT, withSection(readReport(), section(outcomes, command, new Date())));
  }
  return isMet;
}

async function runAlone(name: string): Promise<{ goals: Goal[]; isGood: boolean }> {
  const goals: Goal[] = [];
  const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), [name]);
  child.on('message', (printed: Goal[]) => goals.push(...printed));
  const isGood = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
  return { goals, isGood };
}

function section(outcomes: readonly Outcome[], command: string, at: Date): string {
  const rows = outcomes.flatMap(({ name, goals }) =>
    goals.length === 0
      ? [[name, 'did not end', '', '', '', 'MISSED']]
      : goals.map((goal) => {
          return [name, ...goalCells(goal)];
        }),
  );
  const rounds = [...new Set(outcomes.flatMap(({ goals }) => goals.map(({ ratios }) => ratios.length)))].join(
    ' or ',
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '## Server',
    '',
    `${at.toISOString().slice(0, 10)}, ${describeMachine()}. Command: \`${command}\`.`,
    `Each ratio is the median over ${rounds} rounds that measured both sides in the same run, with its least and its most.`,
    '',
    line(['bench', 'goal', 'ratio', 'spread', 'wanted', '']),
    line(['---', '---', '---:', '---:', '---:', '---']),
    ...rows.map(line),
  ].join('\n');
}

function readReport(): string {
  try {
    return readFileSync(REPORT, 'utf8');
  } catch {
    return '# Benchmarks\n';
  }
}

/** Replaces the section of this bench; other sections of the file are kept. */
function withSection(text: string, content: string): string {
  const marked = `${BEGIN}\n${content}\n${END}`;
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) return `${text.trimEnd()}\n\n${marked}\n`;
  return text.slice(0, begin) + marked + text.slice(end + END.length);
}
