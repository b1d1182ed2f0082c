export { demoOperator, demoSpinPasscode } from '@copup/server/demo-accounts.ts';
