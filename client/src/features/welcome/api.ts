import { call } from '../../lib/calls.ts';

export const dismissFirstSteps = () => call('POST /user/first-steps/dismiss');
