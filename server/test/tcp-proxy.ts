export * from '@copup/testkit/tcp-proxy.ts';
