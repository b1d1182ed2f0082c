import type { UserNote } from '@copup/shared/admin.ts';
import { users } from '../../accounts/users.tables.ts';
import type { Database } from '../../db/database.ts';
import { desc, eq, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { userNotes } from './user-notes.tables.ts';
import { userNotFound } from './users-admin.errors.ts';

const MOST_SHOWN = 100;

/** Lists what operators noted about a user, newest first. */
export async function listNotes(db: Database, userId: string): Promise<UserNote[]> {
  const rows = await db.orm
    .select({
      id: userNotes.id,
      at: userNotes.at,
      text: userNotes.text,
      operator: sql<string>`coalesce(${users.username}::text, ${userNotes.operatorId}::text)`,
    })
    .from(userNotes)
    .leftJoin(users, eq(users.id, userNotes.operatorId))
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.id))
    .limit(MOST_SHOWN);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Adds a note, which is never changed. The audit log names the note, not its text. */
export async function addNote(
  db: Database,
  { userId, operatorId, text }: { userId: string; operatorId: string; text: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockOperatorAndOwner(tx, operatorId, userId);
    if (!user || user.deletedAt) throw userNotFound();
    const [note] = await tx.orm
      .insert(userNotes)
      .values({ userId, operatorId, text })
      .returning({ id: userNotes.id });
    const subject = { kind: 'user', id: userId };
    await writeAudit(tx, { operatorId, action: 'user.note', subject, details: { note: note?.id } });
  });
}
