import type { PayEntryReply } from '@copup/shared/auctions.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { requireReferrer } from '../../subjects/find-referrer.ts';
import { type JoinSubject, joinSubject, type Paid } from '../../subjects/join-subject.ts';
import { recordReferrals } from '../../subjects/record-referrals.ts';
import { auctionKind } from './auctions.subject.ts';

type PayEntry = Omit<JoinSubject, 'route' | 'input'>;

/** Takes the entry fee once, bonus coins first, to revenue (A2, L6). */
export const payEntry = (deps: Pick<Deps, 'db' | 'newId'>, command: PayEntry): Promise<PayEntryReply> =>
  joinSubject(deps, auctionKind, { ...command, route: 'auction/pay-entry' }, (_tx, _auction, paid) =>
    toReply(paid),
  );

export interface PayEntryByLink extends PayEntry {
  viewer: Pick<Viewer, 'userId' | 'realm' | 'username'>;
  /** The referral code of the link (T4). */
  code: string;
  /** The network prefix of the request. */
  network: string;
}

/** Does the same for a user who follows an affiliate link, and writes the referral with it (T2). */
export async function payEntryByLink(
  deps: Pick<Deps, 'db' | 'newId' | 'notices'>,
  { code, network, ...command }: PayEntryByLink,
): Promise<PayEntryReply> {
  const { viewer } = command;
  const referrerId = await requireReferrer(deps.db, viewer, code);
  const { userId, username } = viewer;
  return joinSubject(
    deps,
    auctionKind,
    { ...command, route: 'auction/pay-entry/affiliate', input: { referrerId } },
    async (tx, auction, paid) => {
      const { available: paidAvailable, bonus: paidBonus } = paid;
      const referral = { referrerId, userId, username, network, paidAvailable, paidBonus };
      await recordReferrals(tx, deps, { ...auction, kind: 'auction' }, [referral]);
      return toReply(paid);
    },
  );
}

const toReply = ({ transferId, available, bonus }: Paid): PayEntryReply => ({
  message: transferId === null ? 'You have joined. The entry is free.' : 'Pay entry fee successful!',
  transfer_id: transferId,
  paid_available: available,
  paid_bonus: bonus,
});
