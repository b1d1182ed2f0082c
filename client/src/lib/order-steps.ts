export interface OrderStep {
  name: string;
  /** ISO time; null for a step that has no recorded time or is still to come. */
  at: string | null;
  state: 'done' | 'now' | 'next';
}

/** Returns the steps of an order that has reached the one with the index `reached`; the last one ends it. Pure. */
export const orderSteps = (
  names: readonly string[],
  reached: number,
  times: readonly (string | null)[],
): OrderStep[] =>
  names.map((name, nth) => ({
    name,
    at: times[nth] ?? null,
    state: nth < reached || reached === names.length - 1 ? 'done' : nth === reached ? 'now' : 'next',
  }));
