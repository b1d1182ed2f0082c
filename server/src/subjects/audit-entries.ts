import { type AuditReferences, REFERENCES_CHUNK, subjectReference } from '../ledger/audit-references.ts';

interface Entered {
  readonly name: string;
  readonly table: string;
  readonly entries: { readonly table: string; readonly subjectId: string };
}

/** Every entry's user and subject exist, in one realm. Entries are read in the order of time. */
export const entryReferences = ({ name, table, entries }: Entered): AuditReferences => ({
  counts: 'entries',
  checks: [
    {
      name: entries.table,
      check: 'users',
      table: entries.table,
      size: REFERENCES_CHUNK,
      order: { joined_at: 'timestamptz', [entries.subjectId]: 'int', user_id: 'uuid' },
      rows: entries.table,
      columns: `${entries.subjectId}, user_id, joined_at`,
      ...subjectReference({ table, column: entries.subjectId, called: name }),
      row: `${entries.subjectId} || '/' || user_id`,
    },
  ],
});
