import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Refusal } from '../../errors.ts';
import { isOneOf } from '../../subjects/subject-kind.ts';

/** How subjects of one kind are stored. Names of tables and columns are constants of the code. */
export interface Promoted {
  readonly kind: AffiliateKind;
  readonly table: string;
  /** The columns of an offer, of the table with the alias `s`. */
  readonly columns: string;
  /** The prize in coins, of the same table. */
  readonly prize: string;
  readonly entries: { readonly table: string; readonly subjectId: string };
  /** The condition of a subject that is listed and can be joined (T5). */
  readonly isListed: string;
  /** The condition of a subject whose outcome is not known yet. */
  readonly isUndecided: string;
  /** The page of a link. */
  readonly path: string;
  notFound(): Refusal;
}

export const promotedKinds: Readonly<Record<AffiliateKind, Promoted>> = {
  auction: {
    kind: 'auction',
    table: 'auctions',
    columns: 's.description, s.entry_bid_points AS price',
    prize: '0',
    entries: { table: 'auction_entries', subjectId: 'auction_id' },
    isListed: isOneOf(['pending', 'active']),
    isUndecided: isOneOf(['pending', 'active']),
    path: paths.auctionReferral,
    notFound: () => new Refusal('AUCTION_NOT_FOUND', 'Auction not found'),
  },
  heist: {
    kind: 'heist',
    table: 'heists',
    columns: 's.story AS description, s.ticket_price AS price',
    prize: "CASE s.category WHEN 'cash' THEN s.prize ELSE 0 END",
    entries: { table: 'heist_tickets', subjectId: 'heist_id' },
    isListed: isOneOf(['waiting', 'available', 'on_hold']),
    isUndecided: isOneOf(['waiting', 'available', 'on_hold', 'started']),
    path: paths.heistReferral,
    notFound: () => new Refusal('HEIST_NOT_FOUND', 'Heist not found'),
  },
};
