import { waitsText } from '../pending.ts';

/** What a decision on several items needs to know of one. */
export interface Named {
  id: number;
  full_name: string;
}

/** The reply of a decision on several items. */
export interface BulkReply {
  decided: readonly number[];
  /** Those that wait for a second operator (O3a). */
  requested?: readonly { id: number }[];
  /** How many do, where the reply does not list them. */
  waiting?: number;
  refused: readonly { id: number; message: string }[];
}

/** Returns the summary of a decision on several items: how many it applies to, and why not to the others. */
export function bulkSummary(
  done: (count: number) => string,
  { decided, requested = [], waiting = requested.length, refused }: BulkReply,
  items: readonly Named[],
): { title: string; lines: string[] } {
  const nameOf = (id: number) => items.find((item) => item.id === id)?.full_name ?? `Number ${id}`;
  const others = waiting + refused.length;
  return {
    title:
      others === 0
        ? done(decided.length)
        : `${done(decided.length)}, ${others} of ${decided.length + others} not`,
    lines: [
      ...requested.map(({ id }) => waitsText(nameOf(id))),
      ...(waiting > requested.length
        ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for approval by a second operator`]
        : []),
      ...refused.map(({ id, message }) => `${nameOf(id)}: ${message}`),
    ],
  };
}
