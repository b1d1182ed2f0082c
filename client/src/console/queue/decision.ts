import type { QueueItem } from '@copup/shared/shop.ts';
import type { ReactNode } from 'react';

/** A decision that an operator can take on an item. */
export interface Decision {
  /** The action of POST /admin/RESOURCE/{id}/ACTION. */
  action: string;
  /** Heading of its form. */
  title: string;
  /** Text of its button. */
  button: string;
  look: 'ink' | 'danger';
  /** What the operator has to enter. */
  needs?: 'bank_reference' | 'reason';
  /** Reasons to choose from; any other can be typed. */
  reasons?: readonly string[];
  /** What happens, a line each. */
  consequences: readonly string[];
  /** The notice after it. */
  done: string;
}

/** An item of a queue as the page shows it. */
export type Queued = QueueItem & { status: string };

/** What the page of a queue knows about its items. */
export interface QueueKind<Item extends Queued> {
  /** Below /api/admin. */
  resource: string;
  /** Name of one item, for use in a sentence. */
  noun: string;
  /** The lists, by status; the first one is shown at first. An empty status lists all items, the newest first. */
  lists: readonly { status: string; name: string }[];
  /** Items that wait longer are emphasised. */
  warnAfterMs: number;
  /** The naira of an item. */
  amountOf: (item: Item) => string;
  subLine: (item: Item) => string;
  facts: (item: Item) => readonly (readonly [name: string, value: ReactNode])[];
  /** What the operator should know before deciding. */
  warnings?: (item: Item) => readonly string[];
  /** The API's path of the item's picture. */
  pictureOf?: (item: Item) => string;
  decisions: (item: Item) => readonly Decision[];
}
