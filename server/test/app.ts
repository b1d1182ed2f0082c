export * from '@copup/testkit/app.ts';
