import type { SetPinBody } from '@copup/shared/pins.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../lib/api.ts';

export const setPin = (body: SetPinBody) => request<Message>('/user/set-pin', { method: 'POST', body });
