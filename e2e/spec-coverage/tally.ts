import type { Row } from './rows.ts';

/** Counts checked and open rows, in total and per part of the product. */
export function tally(kinds: Readonly<Record<string, readonly Row[]>>): string {
  const lines = Object.entries(kinds).map(([kind, rows]) => {
    const open = rows.filter((row) => row.open);
    const parts = Object.entries(Object.groupBy(open, ({ capability }) => capability));
    const list = parts.map(([capability, its]) => `${capability} ${its.length}`).join(', ');
    return `${kind}: ${rows.length - open.length} checked, ${open.length} open${list && ` (${list})`}`;
  });
  return lines.join('\n');
}
