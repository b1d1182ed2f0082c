import type { BulkDecision, Queued } from './decision.ts';

/** The reply of a decision on several items. */
export interface BulkReply {
  decided: readonly number[];
  refused: readonly { id: number; message: string }[];
}

/** Returns the summary of a decision on several items: how many it applies to, and why not to the others. */
export function bulkSummary(
  decision: Pick<BulkDecision, 'done'>,
  { decided, refused }: BulkReply,
  items: readonly Pick<Queued, 'id' | 'full_name'>[],
): { title: string; lines: string[] } {
  const nameOf = (id: number) => items.find((item) => item.id === id)?.full_name ?? `Number ${id}`;
  const all = decided.length + refused.length;
  return {
    title:
      refused.length === 0
        ? decision.done(decided.length)
        : `${decision.done(decided.length)}, ${refused.length} of ${all} not`,
    lines: refused.map(({ id, message }) => `${nameOf(id)}: ${message}`),
  };
}
