import { call } from './calls.ts';

export const renewSession = () => call('POST /auth/renew');
/** The timeout is short, because the browser deletes the session in any case. */
export const logOut = () => call('POST /auth/logout', { timeoutMs: 2_000 });
