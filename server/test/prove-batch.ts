import type { Database } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import type { Decided, LaneKind } from '../src/lanes/lane-kind.ts';

/**
 * Decides a batch without a lane in one transaction, which is committed or rolled back, and returns its answers, its
 * proof and what is recovered of its answers from rows: what a server asks after the reply to a COMMIT was lost (A12).
 */
export async function proveBatch<Command, Outcome, Opened>(
  db: Database,
  kind: LaneKind<Command, Outcome, Opened>,
  key: string,
  commands: readonly Command[],
  isCommitted: boolean,
) {
  const rollBack = new Error('roll back');
  const batch = commands.map((command) => ({ command, receivedAtMs: Date.now(), deadlineMs: Infinity }));
  let decided: Decided<Outcome> | undefined;
  const committed = inTransaction(db, async (tx) => {
    const opened = (await kind.open?.(tx, key, batch)) as Opened;
    decided = await kind.decide(tx, key, batch, opened);
    if (!isCommitted) throw rollBack;
  });
  await committed.catch((error) => {
    if (error !== rollBack) throw error;
  });
  const answers = (decided?.answers ?? []) as Parameters<typeof kind.recover>[3];
  const recovered = await kind.recover(db, key, batch, answers);
  return { answers, recovered, isProven: await decided?.proof?.(db) };
}
