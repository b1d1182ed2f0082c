import type { WelcomeReply } from '@copup/shared/welcome.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

export const claimWelcome = () => postIntent<WelcomeReply>('welcome', '/user/welcome');
export const dismissFirstSteps = () => request<Message>('/user/first-steps/dismiss', { method: 'POST' });
