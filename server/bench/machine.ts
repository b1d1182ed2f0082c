import { readFileSync } from 'node:fs';

const MS_PER_TICK = 10;
/** Index of the steal time in the line `cpu` of /proc/stat (proc_stat(5)). */
const STEAL = 7;

/** Returns the CPU time, in ms, that the host of this virtual machine gave to other guests so far; 0 without /proc. */
export function stolenMs(): number {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(line.trim().split(/\s+/)[1 + STEAL] ?? 0) * MS_PER_TICK;
  } catch {
    return 0;
  }
}
