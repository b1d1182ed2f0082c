import { messageOf } from '../lib/api-error.ts';

/**
 * Runs a command for each row, one after the other, and continues after refusals. Resolves with the number of rows; if some were
 * refused, rejects with an error that lists them with the reasons.
 */
export async function oneByOne<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  nameOf: (row: Row) => string,
): Promise<number> {
  const refused: string[] = [];
  for (const row of rows) {
    try {
      await run(row);
    } catch (error) {
      refused.push(`${nameOf(row)}: ${messageOf(error, 'this did not work.')}`);
    }
  }
  if (refused.length > 0) {
    throw new Error(
      `${rows.length - refused.length} of ${rows.length} are done. Not done: ${refused.join(' ')}`,
    );
  }
  return rows.length;
}
