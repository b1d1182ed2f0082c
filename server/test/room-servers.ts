export * from '@copup/testkit/room-servers.ts';
