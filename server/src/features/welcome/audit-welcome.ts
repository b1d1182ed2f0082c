import { type AuditReferences, transfersOf } from '../../ledger/audit-references.ts';

const paidTo = (source: string, part: string) =>
  `coalesce((SELECT sum(p.amount) FROM postings p WHERE p.transfer_id = s.transfer_id AND p.source = '${source}'
    AND (p.destination = 'unclaimed' OR (p.destination = '${part}' AND p.destination_id = s.user_id))), 0)`;

/**
 * Each grant paid its user exactly what it records, each transfer of welcome coins has a grant, and the budget's row is the
 * sum of all grants. A grant does not change: unless all are read, only those since the last audit are checked, and the sum
 * is not.
 */
export const auditWelcome: AuditReferences = {
  counts: 'welcome_grants',
  checks: [
    {
      name: 'welcome-grants',
      check: 'welcome',
      table: 'welcome_grants',
      order: { granted_at: 'timestamptz', user_id: 'uuid' },
      rows: 'welcome_grants',
      facts: `SELECT s.*, t.kind AS transfer_kind, (SELECT u.realm FROM users u WHERE u.id = s.user_id) AS user_realm,
          ${paidTo('rewards', 'bonus')} AS paid, ${paidTo('issuance', 'available')} AS issued
        FROM page s LEFT JOIN transfers t ON t.id = s.transfer_id`,
      realm: '0',
      row: 'user_id',
      wrong: `WHEN user_realm IS NULL THEN 'names a user who does not exist'
        WHEN user_realm <> 0 THEN 'is of a user of realm ' || user_realm
        WHEN transfer_kind IS DISTINCT FROM 'welcome' THEN 'gave ' || coins || ' coins without a transfer'
        WHEN paid <> coins OR issued <> available
          THEN 'gave ' || coins || ' and ' || available || ' coins; ' || paid || ' and ' || issued || ' were paid'`,
    },
    transfersOf('welcome', {
      name: 'welcome-transfers',
      check: 'welcome',
      wrong: `WHEN NOT EXISTS (SELECT FROM welcome_grants g WHERE g.transfer_id = facts.id)
        THEN 'welcomes user ' || key || ', who has no grant'`,
    }),
    {
      name: 'welcome-budget',
      check: 'welcome',
      table: 'welcome_budget',
      isOnlyInFull: true,
      text: `SELECT '1' AS row, 'records ' || b.grants || ' grants of ' || b.given || ' coins; there are ' || s.grants || ' of ' || s.given
          AS message
        FROM welcome_budget b CROSS JOIN (SELECT count(*) AS grants, coalesce(sum(coins), 0) AS given FROM welcome_grants) AS s
        WHERE b.grants <> s.grants OR b.given <> s.given`,
    },
  ],
};
