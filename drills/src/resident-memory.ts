import { readFileSync } from 'node:fs';
import type { ServerProcess } from '@copup/testkit/processes.ts';

/** What the process has in memory; 0 where that cannot be read. */
export function residentMb({ pid }: ServerProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
