import { FIRST_ID } from '../db/first-id.ts';
import {
  type AuditReferences,
  REFERENCES_CHUNK,
  readReferences,
  referencesSql,
  reportReference,
} from '../ledger/audit-references.ts';

interface Entered {
  readonly name: string;
  readonly table: string;
  readonly entries: { readonly table: string; readonly subjectId: string };
}

/** Checks that every entry's user and subject exist, in one realm. Reads entries in the order of time. */
export function entryReferences({ name, table, entries }: Entered): AuditReferences {
  const order = ['joined_at', entries.subjectId, 'user_id'];
  const text = referencesSql({
    subject: { table, column: entries.subjectId, called: name },
    page: `SELECT ${entries.subjectId}, user_id, joined_at FROM ${entries.table}
      WHERE joined_at >= $2 AND (${order.join(', ')}) > ($2, $3, $4) ORDER BY ${order.join(', ')} LIMIT ${REFERENCES_CHUNK}`,
    key: 'user_id',
    order,
  });
  return {
    counts: 'entries',
    async audit(db, { realm, errors, since }, onChunk) {
      for (let after = [since ?? '-infinity', '0', FIRST_ID]; ; ) {
        const page = await readReferences(db, `audit-${entries.table}`, text, [realm ?? null, ...after]);
        reportReference(page, entries.table, errors);
        onChunk(page.count);
        if (page.count < REFERENCES_CHUNK || page.last === null) return;
        after = page.last;
      }
    },
  };
}
