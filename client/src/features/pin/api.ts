import { call } from '../../lib/calls.ts';
import { deviceToken } from '../../lib/device-token.ts';

export const readPin = (signal: AbortSignal) => call('GET /user/pin', { signal });
export const recoverPin = (email: string) =>
  call('POST /user/recover-pin', { body: { email, device_token: deviceToken() } });
