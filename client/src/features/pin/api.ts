import { call } from '../../lib/calls.ts';
import { deviceToken } from '../../lib/device-token.ts';

export const recoverPin = (email: string) =>
  call('POST /user/recover-pin', { body: { email, device_token: deviceToken() } });
