import { call, callOnce } from '../../lib/calls.ts';

export const readProfile = (signal: AbortSignal) => call('GET /user/profile', { signal });
export const readTerms = (signal: AbortSignal) => call('GET /user/send-terms', { signal });
/** `address` may be a whole username. */
export const findOwner = (address: string) => call('GET /user/wallet/:address', { params: { address } });
export const listRecipients = (signal: AbortSignal) => call('GET /user/recipients', { signal });

/** The PIN is sent and never stored. */
export const sendCoins = (recipientWallet: string, amount: number, pin: string) =>
  callOnce('send', 'POST /user/send-bid-points', { body: { recipientWallet, amount }, secret: { pin } });

const statementTimeoutMs = 120_000;
/** Both days are included. */
export const readStatement = (from: string, to: string) =>
  call('GET /user/statement', { query: { from, to }, isText: true, timeoutMs: statementTimeoutMs });
