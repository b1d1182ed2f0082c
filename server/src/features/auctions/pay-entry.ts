import type { PayEntryReply } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import { type JoinSubject, joinSubject } from '../../subjects/join-subject.ts';
import { auctionKind } from './auctions.subject.ts';

/** Takes the entry fee once, bonus coins first, to revenue (A2, L6). */
export const payEntry = (
  deps: Pick<Deps, 'db' | 'newId'>,
  command: Omit<JoinSubject, 'route'>,
): Promise<PayEntryReply> =>
  joinSubject(deps, auctionKind, { ...command, route: 'auction/pay-entry' }, (_tx, _auction, paid) => ({
    message: 'Pay entry fee successful!',
    transfer_id: paid.transferId,
    paid_available: paid.available,
    paid_bonus: paid.bonus,
  }));
