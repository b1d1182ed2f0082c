export * from '@copup/testkit/databases.ts';
