/** Which part of the product a row belongs to; parts are built one after the other. */
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
  /** Not built yet. The check fails once it is there, so that nobody forgets to take this away. */
  open?: true;
}

/** Texts of one screen that are built together. */
export interface TextGroup extends Row {
  /** Address of the screen, or what several screens share. */
  screen: string;
  /** Where the text is written; the client, unless said otherwise. */
  from?: 'client' | 'server';
  /** Files that say the same in another place, for as long as these texts are not built. */
  elsewhere?: readonly string[];
  /** To the letter; `{name}` stands for what is filled in. */
  texts: readonly string[];
}
