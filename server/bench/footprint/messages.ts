/** An order to a server's process. It replies with a report of the kind named in the comment. */
export type ServerOrder =
  /** `tokens` */
  | { kind: 'createSessions'; userIds: readonly string[] }
  /** `usage`, after a garbage collection if `collects`. */
  | { kind: 'readUsage'; collects: boolean };

export type ServerReport =
  | { kind: 'ready'; port: number }
  | { kind: 'tokens'; tokens: string[] }
  | { kind: 'usage'; cpuUs: number; rssBytes: number };

/** A user who bids, with the auction. */
export interface Bidder {
  token: string;
  auctionId: number;
}

/**
 * An order to the process that bids by POST: `perSecond` bids a second for `durationMs`, round-robin over bidders and
 * servers.
 */
export interface BidOrder {
  kind: 'bid';
  ports: readonly number[];
  bidders: readonly Bidder[];
  perSecond: number;
  durationMs: number;
}

/** Bytes of the connections, as measured by the client. */
export interface BidReport {
  kind: 'bids';
  accepted: number;
  /** Replies other than 200, by status. */
  refused: Record<string, number>;
  receivedBytes: number;
  sentBytes: number;
}
