import type { MergedTrace } from './merge-parts.ts';

/** Writes a trace as JSON lines: its header, then each event. */
export function writeTraceFile({ events, ...header }: MergedTrace): string {
  return `${[header, ...events].map((line) => JSON.stringify(line)).join('\n')}\n`;
}
