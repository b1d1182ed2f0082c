import type { SetPinBody } from '@copup/shared/pins.ts';
import { call } from '../lib/calls.ts';

export const setPin = (body: SetPinBody) => call('POST /user/set-pin', { body });
