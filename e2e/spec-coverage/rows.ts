/** The part of the product that a row belongs to. */
export type Capability =
  | 'auctions-core'
  | 'look'
  | 'wallet'
  | 'shop'
  | 'games'
  | 'bets'
  | 'heists'
  | 'tasks'
  | 'affiliates'
  | 'content';

export interface Row {
  capability: Capability;
  /** Not built yet. The check fails once it exists, so that this mark is removed. */
  open?: true;
}
