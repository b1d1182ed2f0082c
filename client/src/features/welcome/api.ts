import { call, callOnce } from '../../lib/calls.ts';

export const claimWelcome = () => callOnce('welcome', 'POST /user/welcome');
export const dismissFirstSteps = () => call('POST /user/first-steps/dismiss');
