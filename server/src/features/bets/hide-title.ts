import { eq } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { betSubject } from './bet-accounts.ts';
import { betNotFound } from './bets.errors.ts';
import { lockBet } from './bets.queries.ts';
import { bets } from './bets.tables.ts';

/** Hides the title of a bet from players, and notifies the creator (X13). Does nothing when it is hidden already. */
export async function hideTitle(
  { db, notices }: Pick<Deps, 'db' | 'notices'>,
  { betId, operatorId, reason }: { betId: number; operatorId: string; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const bet = await lockBet(tx, betId);
    if (!bet) throw betNotFound();
    if (bet.titleHiddenAt) return;
    await tx.orm
      .update(bets)
      .set({ titleHiddenAt: await tx.clock() })
      .where(eq(bets.id, betId));
    const subject = betSubject(betId);
    const details = { event: 'title_hidden', name: bet.title, reason };
    await notices.write(tx, [{ userId: bet.creatorId, kind: 'bet', subject, details }]);
    // The other player's page shows the title too.
    if (bet.opponentId) await invalidateUserRooms(tx, [bet.opponentId]);
    await writeAudit(tx, {
      operatorId,
      action: 'bet.hide-title',
      subject,
      realm: bet.realm,
      details: { name: bet.title, reason },
    });
  });
}
