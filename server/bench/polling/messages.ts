/** To the server's process. */
export type Order = { kind: 'bids'; perSecond: number } | { kind: 'cpu' } | { kind: 'close' };

/** From it. Times are epoch milliseconds of this machine. */
export type Report =
  | { kind: 'ready'; url: string; auctionId: number; tokens: string[] }
  | { kind: 'bid'; price: number; atMs: number }
  | { kind: 'cpu'; us: number }
  | { kind: 'fault'; text: string };
