import { type AuditReferences, transfersOf } from '../../ledger/audit-references.ts';

/**
 * Each spin was drawn from seeds and paid its user exactly what it won, each transfer of a prize has a spin, and the spent
 * budget of each day is the sum of its spins. The draw itself needs SECRETS_KEY: its proof verifies it. A spin does not
 * change.
 */
export const auditSpins: AuditReferences = {
  counts: 'spins',
  checks: [
    {
      name: 'spins',
      check: 'spins',
      table: 'spins',
      order: { spun_at: 'timestamptz', user_id: 'uuid' },
      rows: 'spins',
      facts: `SELECT s.*, t.kind AS transfer_kind, t.realm AS transfer_realm,
          (SELECT u.realm FROM users u WHERE u.id = s.user_id) AS user_realm,
          (SELECT f.client_seed FROM fair_seeds f
            WHERE f.subject_kind = 'spin' AND f.subject_id = '1' AND f.user_id = s.user_id) AS client_seed,
          (SELECT coalesce(sum(p.amount), 0) FROM postings p WHERE p.transfer_id = s.transfer_id AND p.source = 'rewards'
            AND (p.destination = 'unclaimed' OR (p.destination = 'bonus' AND p.destination_id = s.user_id))) AS paid
        FROM page s LEFT JOIN transfers t ON t.id = s.transfer_id`,
      realm: 'realm',
      row: 'user_id',
      wrong: `WHEN user_realm IS NULL THEN 'names a user who does not exist'
        WHEN user_realm <> realm THEN 'of realm ' || realm || ' is of a user of realm ' || user_realm
        WHEN client_seed IS NULL THEN 'has no seeds from which it was drawn'
        WHEN result > 0 AND (transfer_kind IS DISTINCT FROM 'spin_prize' OR transfer_realm IS DISTINCT FROM realm)
          THEN 'won ' || result || ' coins without a transfer of a prize'
        WHEN paid <> result THEN 'won ' || result || ' coins; ' || paid || ' were paid to its user'
        WHEN day <> (spun_at AT TIME ZONE 'Africa/Lagos')::date THEN 'of ' || spun_at || ' is counted on ' || day`,
    },
    transfersOf('spin_prize', {
      name: 'spin-transfers',
      check: 'spins',
      wrong: `WHEN NOT EXISTS (SELECT FROM spins s WHERE s.transfer_id = facts.id)
        THEN 'pays a spin of user ' || key || ', which does not exist'`,
    }),
    {
      name: 'spin-days',
      check: 'spins',
      table: 'spin_days',
      // Each with all its spins.
      size: 20,
      order: { realm: 'int', day: 'date' },
      rows: 'spin_days',
      where: `day >= ($since AT TIME ZONE 'Africa/Lagos')::date - 1`,
      facts: `SELECT p.*, s.count, s.won FROM page p CROSS JOIN LATERAL (
          SELECT count(*) AS count, coalesce(sum(s.result), 0) AS won FROM spins s
          WHERE s.realm = p.realm AND s.day = p.day
        ) AS s`,
      realm: 'realm',
      row: `realm || '/' || day`,
      wrong: `WHEN spins <> count OR spent <> won
        THEN 'records ' || spins || ' spins for ' || spent || ' coins; there are ' || count || ' for ' || won`,
    },
  ],
};
