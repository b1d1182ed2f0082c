export { demoOperator } from '@copup/server/demo-accounts.ts';
