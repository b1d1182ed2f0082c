import { paths } from '@copup/shared/page-paths.ts';
import type { DeletionBlock } from '@copup/shared/people.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { AccountDeletion } from '../../feature.ts';
import { affiliateLinks, affiliateReferrals } from '../../subjects/affiliates.tables.ts';
import { type Promoted, promotedKinds } from './promoted.ts';

const MAX_SHOWN = 20;
const pages = { auction: paths.auctionAffiliate, heist: paths.heistAffiliate } as const;

/**
 * S7: rewards that can be claimed. Progress of subjects that have not ended lapses with the account: later users still
 * join through its links, and do not count.
 */
export const affiliateDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const blocks: DeletionBlock[] = [];
    for (const promoted of Object.values(promotedKinds)) {
      for (const { name, reward } of await listUnclaimed(tx, promoted, userId)) {
        blocks.push({ kind: 'reward', details: name, bid_points: reward, path: pages[promoted.kind] });
      }
    }
    return blocks;
  },
  async erase(tx, userId) {
    await tx.orm.delete(affiliateLinks).where(eq(affiliateLinks.userId, userId));
    await tx.orm
      .update(affiliateReferrals)
      .set({ network: null })
      .where(eq(affiliateReferrals.userId, userId));
  },
};

/** Lists the completed subjects whose target the user reached, without a claim. */
async function listUnclaimed(
  tx: Transaction,
  { kind, table, entries }: Promoted,
  userId: string,
): Promise<{ name: string; reward: number }[]> {
  const { rows } = await tx.client.query<{ name: string; reward: number }>({
    name: `affiliate-unclaimed-${kind}`,
    text: `SELECT s.name, s.reward_bid_points AS reward FROM affiliate_links l JOIN ${table} s ON s.id = l.subject_id
      WHERE l.user_id = $1 AND l.subject_kind = '${kind}' AND s.status = 'completed' AND s.reward_bid_points > 0
        AND s.target_users > 0
        AND NOT EXISTS (SELECT FROM affiliate_claims c
          WHERE c.subject_kind = '${kind}' AND c.subject_id = s.id AND c.referrer_id = $1)
        AND s.target_users <= (SELECT count(*) FROM affiliate_referrals r
            JOIN ${entries.table} e ON e.${entries.subjectId} = r.subject_id AND e.user_id = r.user_id
          WHERE r.referrer_id = $1 AND r.subject_kind = '${kind}' AND r.subject_id = s.id AND e.refunded_by IS NULL)
      ORDER BY s.id LIMIT ${MAX_SHOWN}`,
    values: [userId],
  });
  return rows;
}
