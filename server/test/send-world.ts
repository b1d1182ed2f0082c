import { type SignedInClient, startApp, type TestApp, type TestAppOptions } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { plainPasswords } from './plain-passwords.ts';
import { untilDecided } from './until-decided.ts';
import { worldFacts } from './world-facts.ts';

export const PIN = '0417';

/** Starts a server for tests of sends. */
export const startSendApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  startApp({
    ...options,
    overrides: { passwords: plainPasswords, limitRules: noLimits, ...options.overrides },
  });

/** Creates a player with coins and a PIN. */
export async function sender(
  app: TestApp,
  options: Parameters<TestApp['signIn']>[0] = { coins: 1_000 },
): Promise<SignedInClient> {
  const player = await app.signIn(options);
  await givePin(app.deps, player.user.id, PIN);
  return player;
}

export function send(
  from: SignedInClient,
  to: Pick<SignedInClient, 'user'>,
  amount: unknown,
  { key, ...over }: { key?: string; pin?: unknown; recipientWallet?: unknown } = {},
): Promise<ApiReply> {
  return from.post(
    '/user/send-bid-points',
    { recipientWallet: to.user.walletAddress, amount, pin: PIN, ...over },
    { 'idempotency-key': key },
  );
}

/** Sends, and again while the server refuses because it is busy, as a client does: nothing was done then (A11). */
export const sendUntilDecided = (...args: Parameters<typeof send>): Promise<ApiReply> =>
  untilDecided(() => send(...args));

export const availableOf = (app: TestApp, client: Pick<SignedInClient, 'user'>): Promise<number> =>
  worldFacts(app.deps.db).availableOf(client);
