import { type SubjectKindName, subjectKinds } from '@copup/shared/live-subjects.ts';
import { lockNumbers } from '../db/advisory-locks.ts';
import type { Transaction } from '../db/in-transaction.ts';

/**
 * Joining does not lock the subject's row: that lock belongs to the plays, which many joins would delay. Instead each
 * joining transaction holds the subject's gate (an advisory lock) shared, and the one that ends the subject holds it
 * exclusively, after the row's lock: from then on no entry appears that the settlement has not read. A joining
 * transaction that waits for a wallet holds no lock that the wallet's holder could wait for, so no deadlock can form.
 */
interface Gated {
  readonly name: string;
}

/** Returns the first half of the keys of a kind's advisory locks. Servers of all versions must agree on it. */
export const gateOf = ({ name }: Gated): number =>
  lockNumbers.subjectGates + subjectKinds.indexOf(name as SubjectKindName);

/** Takes the gate shared, until the transaction ends. Read the subject's status and the clock only after it. */
export async function enterGate(tx: Transaction, kind: Gated, id: number): Promise<void> {
  await tx.client.query({
    name: 'gate-enter',
    text: 'SELECT pg_advisory_xact_lock_shared($1, $2)',
    values: [gateOf(kind), id],
  });
}

/** Takes the gates that no joining transaction holds, exclusively; returns their subjects. The rows must be locked. */
export async function shutFreeGates(
  tx: Transaction,
  kind: Gated,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await tx.client.query<{ id: number; isShut: boolean }>({
    name: 'gates-shut-free',
    text: 'SELECT id, pg_try_advisory_xact_lock($1, id) AS "isShut" FROM unnest($2::int[]) AS id',
    values: [gateOf(kind), ids],
  });
  return new Set(rows.filter(({ isShut }) => isShut).map(({ id }) => id));
}

/** Waits for joining transactions and blocks further ones. The rows must be locked. */
export async function shutGates(tx: Transaction, kind: Gated, ids: readonly number[]): Promise<void> {
  await tx.client.query({
    name: 'gates-shut',
    text: `SELECT pg_advisory_xact_lock($1, id) FROM (SELECT id FROM unnest($2::int[]) AS id ORDER BY id) AS ordered`,
    values: [gateOf(kind), ids],
  });
}
