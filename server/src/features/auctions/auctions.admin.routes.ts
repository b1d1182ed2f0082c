import { AdminAuction, AdminAuctionsQuery, EditAuctionBody, NewAuctionBody } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import { worthOfNaira } from '../../subjects/publish-subject.ts';
import { subjectParts } from '../../subjects/subject-parts.ts';
import { auctionLinks, bidSource } from './auction-timeline.queries.ts';
import { auctionList } from './auctions.admin.queries.ts';
import { auctionKind } from './auctions.subject.ts';
import { toAdminAuction } from './auctions.wire.ts';
import { createAuction, editAuction } from './write-auction.ts';

/** /api/admin/auctions (O3), and what operators read of auctions elsewhere. */
export const auctionParts = (deps: Deps) =>
  subjectParts(
    deps,
    {
      kind: auctionKind,
      list: auctionList,
      filters: AdminAuctionsQuery,
      newBody: NewAuctionBody,
      editBody: EditAuctionBody,
      reply: AdminAuction,
      toReply: toAdminAuction,
      create: (body, ...by) => createAuction(deps, body, ...by),
      edit: (command, body) => editAuction(deps, command, body),
      worth: ({ priceKobo }) => worthOfNaira(priceKobo),
      titleOf: ({ name }) => name,
      summaries: {
        list: 'Auctions of a realm; the total is in Content-Range',
        create: 'Creates an auction, live at once when its start is not in the future',
        edit: 'Edits an auction: all of it while pending, its name and description while live',
        cancel: 'Cancels an auction: hold released, entries refunded (A8)',
      },
    },
    { links: auctionLinks, sources: [bidSource] },
  );
