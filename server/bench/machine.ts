import { readFileSync } from 'node:fs';

const MS_PER_TICK = 10;
/** Of the line `cpu` in /proc/stat, counted after its name (proc_stat(5)). */
const STEAL = 7;

/** Processor time, in ms, that the host of this virtual machine gave to others so far; 0 where /proc is missing. */
export function stolenMs(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(line.trim().split(/\s+/)[1 + STEAL] ?? 0) * MS_PER_TICK;
  } catch {
    return 0;
  }
}
