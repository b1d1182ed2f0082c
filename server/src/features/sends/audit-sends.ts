import { type AuditReferences, inRealm, REFERENCES_CHUNK } from '../../ledger/audit-references.ts';

/**
 * Each send has its transfer, from the sender to the recipient, and its charge, of the same amounts. Earlier versions made
 * the charge a transfer of its own.
 */
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
        WHEN charge <> coalesce((SELECT sum(p.amount) FROM postings p WHERE p.transfer_id IN (facts.id,
            (SELECT k.transfer_id FROM transfer_keys k WHERE k.kind = 'send_charge' AND k.key = facts.id::text))
          AND (p.source, p.source_id) = ('available', sender_id) AND p.destination = 'revenue'), 0) THEN 'differs from its charge'`,
    },
  ],
};
