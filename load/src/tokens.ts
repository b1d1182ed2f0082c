import { writeFileSync } from 'node:fs';
import { Recorder } from '@copup/testkit/history.ts';
import { Operator, Player } from '@copup/testkit/players.ts';
import pLimit from 'p-limit';
import { BadOptions } from './bad-options.ts';
import { codeOf } from './contest-players.ts';
import type { TokenOptions } from './options.ts';
import { LoadRealm } from './realm.ts';

const ENTRY_FEE = 2;
const COINS = 100_000;
const ENTRIES_AT_ONCE = 16;

export interface PreparedTokens {
  realm: number;
  auctionIds: number[];
}

/**
 * Prepares players for another load generator: a realm with auctions, and a file with a row for each player who paid the
 * entry of one of them. The realm stays until `endRealm`.
 */
export async function prepareTokens(options: TokenOptions, signal: AbortSignal): Promise<PreparedTokens> {
  const { url, players, rooms, durationMs, file } = options;
  const plan = { users: players, coins: COINS };
  const loadRealm = await LoadRealm.open(url, options.operator, plan, { signal });
  try {
    const auctions = Array.from({ length: rooms }, (_, at) => ({
      name: `Load test ${at + 1}`,
      entryFee: ENTRY_FEE,
      endsAtMs: durationMs,
    }));
    await loadRealm.createAuctions(auctions, Date.now(), signal);
    const { users, auctionIds, realm } = loadRealm;
    const recorder = new Recorder();
    const rows = await pLimit(ENTRIES_AT_ONCE).map(users, async (user, at) => {
      signal.throwIfAborted();
      const auctionId = auctionIds[at % auctionIds.length] ?? 0;
      const outcome = await new Player(user, [url], 0, recorder).payEntry(auctionId);
      if (outcome.type !== 'ok') throw new Error(`a player could not pay an entry: ${codeOf(outcome.reply)}`);
      return `${user.token},${auctionId},${user.username}`;
    });
    // Tokens sign in as their players: other users of the machine may not read them.
    writeFileSync(file, `${['token,auction,username', ...rows].join('\n')}\n`, { mode: 0o600 });
    return { realm, auctionIds };
  } catch (error) {
    await loadRealm.close([url]);
    throw error;
  }
}

/** Deletes realms: cancels their auctions and signs their players out. */
export async function endRealm(
  url: string,
  { email, password }: TokenOptions['operator'],
  ...realms: readonly number[]
): Promise<void> {
  const operator = await Operator.signIn(url, email, password);
  for (const realm of realms)
    await operator.endLoadTest(realm).catch((error: Error) => {
      throw error.message.includes('LOAD_TEST_NOT_FOUND')
        ? new BadOptions(`There is no load test ${realm} on ${url}.`)
        : error;
    });
}
