import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import type { NewAuctionBody } from '@copup/shared/auctions.ts';
import { type SignedInClient, startApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { createTestDatabase } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import { createAuction } from '../src/features/auctions/write-auction.ts';
import { cancelSubject } from '../src/subjects/cancel-subject.ts';
import { closeOverdue } from '../src/subjects/due-subjects.ts';
import { worldFacts } from './world-facts.ts';

export type AffiliateWorld = Awaited<ReturnType<typeof openAffiliateWorld>>;

/** The statuses and codes of replies, for tests of refusals. */
export const outcome = ({ status, body }: ApiReply) => [status, body?.code ?? body?.message];

/** Opens two servers on one database, without rate limits, and the steps of promoting an auction. */
export async function openAffiliateWorld() {
  const database = await createTestDatabase();
  const start = () => startApp({ database, redis: null, overrides: { limitRules: noLimits } });
  const [app, other] = await Promise.all([start(), start()]);
  const { deps } = app;
  const { query, codeOf, fundRewards, bonusOf, audit } = worldFacts(deps.db);

  const create = (over: Partial<NewAuctionBody> = {}) =>
    createAuction(
      deps,
      {
        name: 'Radio',
        category: 'product',
        price: 1_000,
        entry_bid_points: 10,
        target_users: 2,
        reward_bid_points: 8,
        end_date: new Date(Date.now() + 3_600_000).toISOString(),
        ...over,
      },
      null,
    );
  const joinBy = async (
    user: SignedInClient,
    auctionId: number,
    referrer: Pick<SignedInClient, 'user'>,
  ): Promise<ApiReply> => user.post(`/auction/pay-entry/affiliate/${auctionId}/${await codeOf(referrer)}`);
  /** Signs in this many users who join through the link. */
  const refer = async (
    auctionId: number,
    referrer: Pick<SignedInClient, 'user'>,
    count: number,
  ): Promise<SignedInClient[]> => {
    const users = await Promise.all(Array.from({ length: count }, () => app.signIn({ coins: 100 })));
    for (const user of users) await joinBy(user, auctionId, referrer);
    return users;
  };

  return {
    app,
    other,
    deps,
    query,
    create,
    codeOf,
    joinBy,
    refer,
    /** Ends the auction: sold when a user who joined bids, otherwise unsold with refunds. */
    async end(auctionId: number, bidder?: SignedInClient) {
      if (bidder) await bidder.post(`/auction/bid/${auctionId}`);
      await query(
        `UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 second' WHERE id = $1`,
        [auctionId],
      );
      await closeOverdue(deps, auctionKind);
    },
    cancel: (auctionId: number) =>
      cancelSubject(deps, auctionKind, { id: auctionId, operatorId: null, reason: 'A test.' }),
    fund: fundRewards,
    claim: (
      client: Pick<SignedInClient, 'post'>,
      id: number,
      key?: string,
      kind: AffiliateKind = 'auction',
    ) =>
      client.post(
        `/${kind === 'auction' ? 'auction' : 'hurt/heist'}/affiliate/check-target/${id}`,
        undefined,
        { 'idempotency-key': key },
      ),
    bonusOf,
    audit,
    async close() {
      await Promise.all([app.close(), other.close()]);
      await database.drop();
    },
  };
}
