import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median } from '@copup/testkit/report.ts';
import { ROUNDS } from './rounds.ts';

const FOLDER = new URL('../../docs/figures/', import.meta.url);
const BYTES_PER_GB = 1024 ** 3;

/** One figure of a benchmark: the measured values of its rounds. */
export interface Measurement {
  unit: string;
  values: readonly number[];
}

/**
 * Writes docs/figures/NAME.json, from which `npm run capacity` takes its unit costs. A run with fewer rounds than
 * published figures writes nothing, unless `--record` is set.
 */
export function recordFigures(bench: string, rounds: number, figures: Record<string, Measurement>): void {
  if (rounds < ROUNDS && !process.argv.includes('--record')) return;
  const entries = Object.entries(figures).map(([name, { unit, values }]) => {
    if (values.length === 0 || !values.every(Number.isFinite))
      throw new Error(`${bench}: ${name} has rounds without a value`);
    const summary = { value: median(values), unit, min: Math.min(...values), max: Math.max(...values) };
    return [name, summary] as const;
  });
  const record = {
    bench,
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rounds,
    figures: Object.fromEntries(entries),
  };
  mkdirSync(FOLDER, { recursive: true });
  const file = new URL(`${bench}.json`, FOLDER);
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  console.log(`\nFigures for npm run capacity: ${fileURLToPath(file)}`);
}

/** Describes cores, memory, platform and Node.js version of this machine. */
export function describeMachine(): string {
  const [cpu] = cpus();
  return [
    `${availableParallelism()} × ${cpu?.model.trim() ?? 'unknown'}`,
    `${Math.round(totalmem() / BYTES_PER_GB)} GB`,
    `${process.platform} ${process.arch}`,
    `Node ${process.version}`,
  ].join(', ');
}
