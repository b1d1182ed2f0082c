import { randomInt } from 'node:crypto';
import { findTakenUsernames } from '../../accounts/users.queries.ts';
import type { Deps } from '../../deps.ts';
import { hasListedWord, isOwnName } from '../../settings/word-list.ts';

type UsernameDeps = Pick<Deps, 'db' | 'settings'>;

/** Returns whether a new player may choose the username. The registration checks it again. */
export async function isUsernameFree({ db, settings }: UsernameDeps, username: string): Promise<boolean> {
  if (hasListedWord(username, settings.get('wordList')) || !isOwnName(username)) return false;
  return (await findTakenUsernames(db, [username])).size === 0;
}

const MOST_LETTERS = 12;
const PROPOSALS = 5;

/**
 * Proposes a free username for the owner of the address: the first word of the address and three digits. The rest of the
 * address stays private, since other players see the name.
 */
export async function proposeUsername({ db, settings }: UsernameDeps, email: string): Promise<string> {
  const word = /^[a-z]{3,}/.exec(email.toLowerCase())?.[0].slice(0, MOST_LETTERS) ?? 'player';
  const isAllowed = !hasListedWord(word, settings.get('wordList')) && isOwnName(word);
  const proposals = Array.from(
    { length: PROPOSALS },
    () => `${isAllowed ? word : 'player'}_${randomInt(100, 1_000)}`,
  );
  const taken = await findTakenUsernames(db, proposals);
  return proposals.find((name) => !taken.has(name)) ?? `player_${randomInt(100_000, 1_000_000)}`;
}
