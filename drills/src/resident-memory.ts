import { readFileSync } from 'node:fs';
import type { ServerProcess } from '@copup/testkit/processes.ts';

/** Returns the resident memory of the process in MB; 0 if it cannot be read. */
export function residentMb({ pid }: ServerProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
