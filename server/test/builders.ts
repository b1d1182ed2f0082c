export * from '@copup/testkit/builders.ts';
