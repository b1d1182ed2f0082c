import { AdminAuction, AdminAuctionsQuery, EditAuctionBody, NewAuctionBody } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import { worthOfNaira } from '../../subjects/publish-subject.ts';
import { defineSubjectAdmin } from '../../subjects/subject-admin.ts';
import type { SettleDeps } from '../../subjects/subject-kind.ts';
import { auctionList } from './auctions.admin.queries.ts';
import { auctionKind } from './auctions.subject.ts';
import { toAdminAuction } from './auctions.wire.ts';
import { createAuction } from './create-auction.ts';
import { editAuction } from './edit-auction.ts';

type AdminDeps = SettleDeps & Pick<Deps, 'db' | 'jobs' | 'randomBytes' | 'uploads'>;

/** /api/admin/auctions (O3). */
export const auctionsAdmin = (deps: AdminDeps) =>
  defineSubjectAdmin({
    plural: 'auctions',
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
      list: 'Auctions of all realms; the total is in Content-Range',
      create: 'Creates an auction, live at once when its start is not in the future',
      edit: 'Edits an auction: all of it while pending, its name and description while live',
      cancel: 'Cancels an auction: hold released, entries refunded (A8)',
    },
  });
