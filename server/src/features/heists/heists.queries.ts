import { getTableColumns } from 'drizzle-orm';
import { selectColumns } from '../../subjects/subject-rows.ts';
import { heists } from './heists.tables.ts';

/** A whole row of a heist: contains secrets (H3). Replies and rooms are built by `heists.wire.ts`. */
export type HeistRow = typeof heists.$inferSelect;

export const heistColumns = selectColumns(getTableColumns(heists), 's');

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
