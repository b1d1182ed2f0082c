import type { QueueClaim } from '@copup/shared/console.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { CLAIM_MS, type ClaimedQueue, claimedQueues } from '@copup/shared/queues.ts';
import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { writeAudit } from './write-audit.ts';

interface Claim {
  queue: ClaimedQueue;
  id: number;
  operatorId: string;
}

interface ClaimRow {
  queue: string;
  item_id: number;
  operator_id: string;
  username: string;
  until: Date;
  /** Of its time, rounded up. */
  minutes: number;
}

const columns = `c.queue, c.item_id, c.operator_id, u.username::text, c.until,
  ceil(extract(epoch FROM c.until - statement_timestamp()) / 60)::int AS minutes`;
const live = 'c.until > statement_timestamp()';

const toClaim = ({ item_id, operator_id, username, until }: ClaimRow): QueueClaim => ({
  ...{ item_id, operator_id, username },
  until: until.toISOString(),
});

function itemClaimed({ username, until, minutes }: ClaimRow): Refusal {
  const time = minutes === 1 ? 'minute' : `${minutes} minutes`;
  const text = `${isolate(username)} decides this, at most for the next ${time}. Take it over to decide it yourself.`;
  return new Refusal('ITEM_CLAIMED', text, { details: { operator: username, until: until.toISOString() } });
}

/**
 * Claims an item while its operator has it open (O1), or keeps it for longer; frees the operator's other item of the queue.
 * Throws ITEM_CLAIMED when another operator has it, unless `takesOver`, which is audited.
 */
export async function claimItem(
  { db }: Pick<Deps, 'db'>,
  { takesOver, ...claim }: Claim & { takesOver: boolean },
): Promise<QueueClaim> {
  const claimed = await inTransaction(db, async (tx) => {
    const { row, from } = await writeClaim(tx, claim, takesOver);
    const subject = { kind: claimedQueues[claim.queue].kind, id: String(claim.id) };
    const action = `${subject.kind}.take-over`;
    if (from) {
      const details = { from: from.username };
      await writeAudit(tx, { operatorId: claim.operatorId, action, subject, details });
    }
    return toClaim(row);
  });
  // On its own: with both rows in one transaction, two operators who change places would wait for each other.
  await db.pool.query({
    name: 'queue-claims-leave',
    text: 'DELETE FROM queue_claims WHERE queue = $1 AND operator_id = $2 AND item_id <> $3',
    values: [claim.queue, claim.operatorId, claim.id],
  });
  return claimed;
}

async function writeClaim(
  tx: Transaction,
  { queue, id, operatorId }: Claim,
  takesOver: boolean,
): Promise<{ row: ClaimRow; from: ClaimRow | undefined }> {
  for (;;) {
    const { rows: others } = await tx.client.query<ClaimRow>({
      name: 'queue-claims-other',
      text: `SELECT ${columns} FROM queue_claims c JOIN users u ON u.id = c.operator_id
        WHERE c.queue = $1 AND c.item_id = $2 AND c.operator_id <> $3 AND ${live} FOR NO KEY UPDATE OF c`,
      values: [queue, id, operatorId],
    });
    const [other] = others;
    if (other && !takesOver) throw itemClaimed(other);
    const { rows } = await tx.client.query<ClaimRow>({
      name: 'queue-claims-write',
      text: `WITH c AS (
          INSERT INTO queue_claims AS c (queue, item_id, operator_id, until)
          VALUES ($1, $2, $3, statement_timestamp() + $4 * interval '1 millisecond')
          ON CONFLICT (queue, item_id) DO UPDATE SET operator_id = excluded.operator_id, until = excluded.until
          WHERE c.operator_id = ANY ($5::uuid[]) OR NOT ${live} RETURNING c.*
        ) SELECT ${columns} FROM c JOIN users u ON u.id = c.operator_id`,
      values: [queue, id, operatorId, CLAIM_MS, [operatorId, ...others.map((each) => each.operator_id)]],
    });
    const [row] = rows;
    if (row) return { row, from: other };
    // Another operator was faster since the first statement, which now finds that claim.
  }
}

/** Frees an item that the operator claimed; another's claim stays. */
export async function releaseItem({ db }: Pick<Deps, 'db'>, { queue, id, operatorId }: Claim): Promise<void> {
  await db.pool.query({
    name: 'queue-claims-release',
    text: 'DELETE FROM queue_claims WHERE queue = $1 AND item_id = $2 AND operator_id = $3',
    values: [queue, id, operatorId],
  });
}

/** Reads the claims of these queues. */
export async function readClaims(
  db: Database,
  queues: readonly string[],
): Promise<(QueueClaim & { queue: string })[]> {
  const { rows } = await db.pool.query<ClaimRow>({
    name: 'queue-claims',
    text: `SELECT ${columns} FROM queue_claims c JOIN users u ON u.id = c.operator_id
      WHERE c.queue = ANY ($1::text[]) AND ${live} ORDER BY c.queue, c.item_id`,
    values: [queues],
  });
  return rows.map((row) => ({ queue: row.queue, ...toClaim(row) }));
}

/**
 * Frees items that the operator decides. Returns the refusals of those that other operators have claimed, by id; call it in
 * the transaction of the decision.
 */
export async function freeDecided(
  tx: Transaction,
  queue: string,
  ids: readonly number[],
  operatorId: string,
): Promise<Map<number, Refusal>> {
  const { rows } = await tx.client.query<ClaimRow>({
    name: 'queue-claims-free',
    text: `WITH freed AS (DELETE FROM queue_claims c WHERE c.queue = $1 AND c.item_id = ANY ($2::int[])
        AND (c.operator_id = $3 OR NOT ${live}))
      SELECT ${columns} FROM queue_claims c JOIN users u ON u.id = c.operator_id
      WHERE c.queue = $1 AND c.item_id = ANY ($2::int[]) AND c.operator_id <> $3 AND ${live}`,
    values: [queue, ids, operatorId],
  });
  return new Map(rows.map((row) => [row.item_id, itemClaimed(row)]));
}

/** Does the same for one item, and throws the refusal. */
export async function freeOrRefuse(tx: Transaction, queue: string, id: number, operatorId: string) {
  const refusal = (await freeDecided(tx, queue, [id], operatorId)).get(id);
  if (refusal) throw refusal;
}
