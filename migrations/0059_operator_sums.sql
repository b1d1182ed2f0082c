-- O3a: a second window of 30 days for what one operator moves and one wallet receives.
ALTER TABLE approvals
  DROP CONSTRAINT approvals_why_check,
  ADD CONSTRAINT approvals_why_check
    CHECK (why IN ('amount', 'operator_sum', 'wallet_sum', 'operator_month', 'wallet_month', 'always'));
