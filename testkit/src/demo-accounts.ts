export { demoOperator, demoPlayers, demoSpinPasscode } from '@copup/server/demo-accounts.ts';
