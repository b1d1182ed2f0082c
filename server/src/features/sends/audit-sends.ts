import type { Database } from '../../db/database.ts';
import { FIRST_ID } from '../../db/first-id.ts';
import { invariant } from '../../errors.ts';
import { type AuditReferences, firstIdAt, REFERENCES_CHUNK } from '../../ledger/audit-references.ts';

interface Page {
  count: number;
  last: string | null;
  wrong: string | null;
  message: string | null;
}

// The transfers are looked up by their keys for each send: a join would read all transfers for each page.
const pageSql = `
WITH page AS MATERIALIZED (
  SELECT * FROM sends WHERE id > $2 AND ($1::integer IS NULL OR realm = $1) ORDER BY id LIMIT ${REFERENCES_CHUNK}
), checked AS (
  SELECT id, CASE
    WHEN NOT EXISTS (SELECT FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
      WHERE k.kind = 'send' AND k.key = page.id::text AND k.transfer_id = page.id AND p.realm = page.realm AND p.amount = page.amount
        AND (p.source, p.source_id) = ('available', page.sender_id)
        AND (p.destination, p.destination_id) = ('available', page.recipient_id)) THEN 'differs from its transfer'
    WHEN page.charge <> coalesce((SELECT sum(p.amount) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
      WHERE k.kind = 'send_charge' AND k.key = page.id::text AND (p.source, p.source_id) = ('available', page.sender_id)
        AND p.destination = 'revenue'), 0) THEN 'differs from its charge'
  END AS message
  FROM page
), wrong AS (SELECT id, message FROM checked WHERE message IS NOT NULL ORDER BY id LIMIT 1)
SELECT (SELECT count(*)::integer FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
  (SELECT id FROM wrong) AS wrong, (SELECT message FROM wrong) AS message`;

/** Checks that each send has its transfer and its charge, from the sender to the recipient, of the same amounts. */
export const auditSends: AuditReferences = {
  counts: 'sends',
  async audit(db, { realm, errors, since }, onChunk) {
    for (let after = since === null ? FIRST_ID : await firstIdAt(db, since); ; ) {
      const page = await readPage(db, realm, after);
      if (page.wrong !== null)
        errors.add({ check: 'users', table: 'sends', row: page.wrong, message: page.message ?? '' });
      onChunk(page.count);
      if (page.count < REFERENCES_CHUNK || page.last === null) return;
      after = page.last;
    }
  },
};

async function readPage(db: Database, realm: number | undefined, after: string): Promise<Page> {
  const { rows } = await db.pool.query<Page>({
    name: 'audit-sends',
    text: pageSql,
    values: [realm ?? null, after],
  });
  invariant(rows[0], 'the query of a page of sends returned no row');
  return rows[0];
}
