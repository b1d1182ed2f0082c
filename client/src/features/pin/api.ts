import type { PinStatus } from '@copup/shared/pins.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';
import { deviceToken } from '../../lib/device-token.ts';

export const readPin = (signal: AbortSignal) => request<PinStatus>('/user/pin', { signal });
export const recoverPin = (email: string) =>
  request<Message>('/user/recover-pin', {
    method: 'POST',
    body: { email, device_token: deviceToken() },
  });
