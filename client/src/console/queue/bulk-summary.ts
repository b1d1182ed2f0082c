import { waitsText } from '../pending.ts';
import type { Queued } from './decision.ts';

/** The reply of a decision on several items. */
export interface BulkReply {
  decided: readonly number[];
  /** Those that wait for a second operator (O3a). */
  requested?: readonly { id: number }[];
  refused: readonly { id: number; message: string }[];
}

/** Returns the summary of a decision on several items: how many it applies to, and why not to the others. */
export function bulkSummary(
  done: (count: number) => string,
  { decided, requested = [], refused }: BulkReply,
  items: readonly Pick<Queued, 'id' | 'full_name'>[],
): { title: string; lines: string[] } {
  const nameOf = (id: number) => items.find((item) => item.id === id)?.full_name ?? `Number ${id}`;
  const others = requested.length + refused.length;
  return {
    title:
      others === 0
        ? done(decided.length)
        : `${done(decided.length)}, ${others} of ${decided.length + others} not`,
    lines: [
      ...requested.map(({ id }) => waitsText(nameOf(id))),
      ...refused.map(({ id, message }) => `${nameOf(id)}: ${message}`),
    ],
  };
}
