-- The operators' view of the ledger (O1, O3).

-- Transfers of a subject. Transfers of one subject follow each other, so their entries share pages of the index.
CREATE INDEX transfers_subject ON transfers (subject_id, subject_kind, id);
-- Kinds that are too rare to be found by reading transfers back from the newest. The frequent kinds pay nothing for it.
CREATE INDEX transfers_rare_kind ON transfers (kind, id)
  WHERE kind NOT IN ('bid_hold', 'bid_release', 'entry_fee', 'send', 'send_charge', 'ticket');

-- Coins that moved between two kinds of accounts, by kind of transfer. Moves between wallets and within one are not
-- counted by kind: it is '' for them. Balances of all accounts of a kind follow from these sums.
CREATE TABLE ledger_flows (
  realm integer NOT NULL,
  unit coin_unit NOT NULL,
  kind text NOT NULL,
  source account_kind NOT NULL,
  destination account_kind NOT NULL,
  amount numeric NOT NULL,
  postings bigint NOT NULL,
  PRIMARY KEY (realm, unit, kind, source, destination)
);
-- The flows contain the postings of transactions before `upto`. One row.
CREATE TABLE ledger_flow_position (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  upto xid8 NOT NULL DEFAULT '0',
  as_of timestamptz(3)
);
INSERT INTO ledger_flow_position DEFAULT VALUES;

-- The reports of audits of the whole ledger, written by the audit. Servers only read them.
CREATE TABLE audit_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ended_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  seconds double precision NOT NULL,
  ok boolean NOT NULL,
  is_full boolean NOT NULL,
  checked jsonb NOT NULL,
  errors jsonb NOT NULL,
  unreachable bigint NOT NULL
);
