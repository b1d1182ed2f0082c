export * from '@copup/testkit/ledger.ts';
