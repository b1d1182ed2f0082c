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

/** Texts of one screen that are built together. */
export interface TextGroup extends Row {
  /** Address of the screen, or a name for texts of several screens. */
  screen: string;
  /** The part of the source that contains the text. Default: the client. */
  from?: 'client' | 'server';
  /** Files that use the same text elsewhere while these texts are not built. */
  elsewhere?: readonly string[];
  /** The exact texts; `{name}` is a placeholder. */
  texts: readonly string[];
}
