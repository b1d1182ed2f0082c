-- The audit reads the trades that were decided since the last one.
CREATE INDEX trades_decided ON trades (decided_at) WHERE decided_at IS NOT NULL;
