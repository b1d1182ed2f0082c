import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Proof } from '../../uploads/uploads.ts';
import { screenshotUsed } from './trades.errors.ts';
import { tradeProofs, tradeScreenshots } from './trades.tables.ts';

/**
 * Stores a screenshot of a trade. Throws SCREENSHOT_USED when another trade showed it (W16): of two at once, the second
 * insert waits for the first.
 */
export async function takeProof(
  tx: Transaction,
  tradeId: number,
  { hash, webp }: Proof,
  { isEvidence }: { isEvidence: boolean },
): Promise<void> {
  const { rowCount } = await tx.orm.insert(tradeProofs).values({ hash, tradeId }).onConflictDoNothing();
  if (rowCount !== 1) {
    const [used] = await tx.orm.select().from(tradeProofs).where(eq(tradeProofs.hash, hash));
    if (used?.tradeId !== tradeId) throw screenshotUsed();
  }
  await tx.orm.insert(tradeScreenshots).values({ tradeId, isEvidence, picture: webp });
}
