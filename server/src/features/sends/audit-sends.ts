import { type AuditReferences, inRealm, REFERENCES_CHUNK } from '../../ledger/audit-references.ts';

/** Each send has its transfer and its charge, from the sender to the recipient, of the same amounts. */
export const auditSends: AuditReferences = {
  counts: 'sends',
  checks: [
    {
      name: 'sends',
      check: 'users',
      table: 'sends',
      size: REFERENCES_CHUNK,
      order: { id: 'uuid' },
      rows: 'sends',
      where: inRealm,
      row: 'id',
      wrong: `WHEN NOT EXISTS (SELECT FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
          WHERE k.kind = 'send' AND k.key = facts.id::text AND k.transfer_id = facts.id AND p.realm = facts.realm
            AND p.amount = facts.amount AND (p.source, p.source_id) = ('available', sender_id)
            AND (p.destination, p.destination_id) = ('available', recipient_id)) THEN 'differs from its transfer'
        WHEN charge <> coalesce((SELECT sum(p.amount) FROM transfer_keys k JOIN postings p ON p.transfer_id = k.transfer_id
          WHERE k.kind = 'send_charge' AND k.key = facts.id::text AND (p.source, p.source_id) = ('available', sender_id)
            AND p.destination = 'revenue'), 0) THEN 'differs from its charge'`,
    },
  ],
};
