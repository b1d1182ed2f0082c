import { getTableColumns } from '../../db/drizzle.ts';
import type { Subject } from '../../subject.ts';
import { selectColumns } from '../../subjects/subject-rows.ts';
import { heists } from './heists.tables.ts';

/** The name of heists in the ledger, in notices and in the operators' log. */
export const HEIST = 'heist' as const;
export const heistSubject = (id: number): Subject => ({ kind: HEIST, id: String(id) });
export const ticketTable = { table: 'heist_tickets', subjectId: 'heist_id' } as const;

/** A whole row of a heist: contains secrets (H3). Replies and rooms are built by `heists.wire.ts`. */
export type HeistRow = typeof heists.$inferSelect;

export const heistColumns = selectColumns(getTableColumns(heists), 's');

/** Why tickets were refunded, as players read it. */
export const NO_CORRECT_ANSWER = 'No answer was correct.';

/** Returns whether too few tickets were sold (H1). */
export const isVoid = ({
  participants,
  minimumUsers,
}: Pick<HeistRow, 'participants' | 'minimumUsers'>): boolean => participants < minimumUsers;

/** The number of tickets must stay below this, to fit into the version of a room. */
const MOST_PARTICIPANTS = 2 ** 17;

/**
 * Returns the version of a heist's room. A sold ticket does not change the row's version, which is that of the vault.
 */
export const roomVersionOf = ({
  version,
  participants,
}: Pick<HeistRow, 'version' | 'participants'>): number => version * MOST_PARTICIPANTS + participants;

/** The same in SQL, for heists `s`. */
export const roomVersionSql = `s.version * ${MOST_PARTICIPANTS} + s.participants`;

/** The status that clients see, in SQL. */
export const publicStatusSql = `CASE status WHEN 'cancelling' THEN final_status ELSE status END`;
