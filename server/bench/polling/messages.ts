/** An order to the server's process. */
export type Order = { kind: 'bids'; perSecond: number } | { kind: 'cpu' } | { kind: 'close' };

/**
 * A report of the server. `atMs` is when the bid was decided, by the database's clock: epoch milliseconds of this same
 * machine.
 */
export type Report =
  | { kind: 'ready'; url: string; auctionId: number; tokens: string[] }
  | { kind: 'bid'; price: number; atMs: number }
  | { kind: 'cpu'; us: number }
  | { kind: 'error'; text: string };
