export { demoOperator } from '@copup/server/demo/demo-accounts.ts';
