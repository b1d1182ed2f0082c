/** To a server's process. Answered with one report of the kind named behind. */
export type ServerOrder =
  /** `tokens` */
  | { kind: 'createSessions'; userIds: readonly string[] }
  /** `usage`, after a collection of garbage when asked. */
  | { kind: 'readUsage'; collects: boolean };

export type ServerReport =
  | { kind: 'ready'; port: number }
  | { kind: 'tokens'; tokens: string[] }
  | { kind: 'usage'; cpuUs: number; rssBytes: number };

/** A user who bids, and the auction. */
export interface Bidder {
  token: string;
  auctionId: number;
}

/** To the process that bids by POST: so many bids a second, in turn over the bidders and servers, for this time. */
export interface BidOrder {
  kind: 'bid';
  ports: readonly number[];
  bidders: readonly Bidder[];
  perSecond: number;
  durationMs: number;
}

/** Bytes are those of the connections, as the client sees them. */
export interface BidReport {
  kind: 'bids';
  accepted: number;
  /** Replies other than 200, by status. */
  refused: Record<string, number>;
  receivedBytes: number;
  sentBytes: number;
}
