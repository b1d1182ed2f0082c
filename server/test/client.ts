export * from '@copup/testkit/client.ts';
