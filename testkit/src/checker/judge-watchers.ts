import { isDeepStrictEqual } from 'node:util';
import { contestKinds } from '@copup/shared/contests.ts';
import { subjectPlurals } from '@copup/shared/live-subjects.ts';
import type { ContestFact } from './contest-facts.ts';
import type { AuctionFact, Facts, WalletFact } from './facts.ts';
import type { HeistFact } from './heist-facts.ts';

/** The last state that a watcher received for a room. */
export interface WatcherRecord {
  watcher: string;
  room: string;
  /** -1 before the first state. */
  epoch: number;
  version: number;
  state: unknown;
}

/** Checks I7: every watcher's last (epoch, version, state) is that of PostgreSQL. */
export function judgeWatchers(facts: Facts, watchers: readonly WatcherRecord[]): string[] {
  const violations: string[] = [];
  for (const record of watchers) {
    const name = `${record.watcher} in ${record.room}`;
    const truth = truthOf(facts, record.room);
    if (!truth) {
      violations.push(`${name}: PostgreSQL has no such room`);
      continue;
    }
    if (record.epoch !== facts.epoch)
      violations.push(`${name} is in epoch ${record.epoch}, not ${facts.epoch}`);
    if (record.version !== truth.version)
      violations.push(`${name} is at version ${record.version}, not ${truth.version}`);
    if (truth.state !== undefined && !isDeepStrictEqual(record.state, truth.state))
      violations.push(`${name} has ${JSON.stringify(record.state)}, not ${JSON.stringify(truth.state)}`);
  }
  return violations;
}

const listRooms = new Set<string>(subjectPlurals);

function truthOf(facts: Facts, room: string): { version: number; state?: unknown } | undefined {
  const [kind, id] = room.replace(/@.*$/, '').split(':');
  if (kind === 'auction') {
    const auction = facts.auctions.find((each) => each.id === Number(id));
    return auction && { version: auction.version, state: auctionState(auction) };
  }
  if (kind === 'user') {
    const wallet = facts.wallets.find(({ userId }) => userId === id);
    return wallet && { version: wallet.version + (wallet.inboxVersion ?? 0), state: userState(wallet) };
  }
  if (contestKinds.some((each) => each === kind)) {
    const contest = facts.contests.find((each) => each.id === Number(id) && each.kind === kind);
    return contest && { version: contest.version * 2 ** 20 + contest.players, state: contestState(contest) };
  }
  if (kind === 'heist' || kind === 'vault') {
    const heist = facts.heists.find((each) => each.id === Number(id));
    if (kind === 'vault') return heist && { version: heist.version, state: vaultState(heist) };
    return heist && { version: heist.version * 2 ** 17 + heist.participants, state: heistState(heist) };
  }
  const list = facts.listRooms.find((each) => each.room === room);
  return kind !== undefined && listRooms.has(kind) ? { version: list?.version ?? 0 } : undefined;
}

function auctionState(auction: AuctionFact) {
  return {
    status: auction.status,
    price: auction.price,
    leader: auction.leaderUsername,
    ...(auction.leaderProfile === null ? {} : { profile: auction.leaderProfile }),
    endDate: auction.endDateMs,
    hardEnd: auction.hardEndMs,
    seq: auction.seq,
  };
}

function contestState({ status, endDateMs, players, top }: ContestFact) {
  return {
    status: status === 'cancelling' ? 'void' : status,
    endDate: endDateMs,
    players,
    top: top.map(({ username, score, profile }) =>
      profile === null ? [username, score] : [username, score, profile],
    ),
  };
}

const shownStatus = ({ status, finalStatus }: HeistFact) => (status === 'cancelling' ? finalStatus : status);

function heistState(heist: HeistFact) {
  const { capacity, participants, opensAtMs, startsAtMs, endDateMs } = heist;
  return {
    status: shownStatus(heist),
    participants,
    left: capacity - participants,
    opensAt: opensAtMs,
    startsAt: startsAtMs,
    endDate: endDateMs,
  };
}

function vaultState(heist: HeistFact) {
  const status = shownStatus(heist);
  const isOpen = status === 'started' || status === 'completed';
  return {
    status,
    question: isOpen ? heist.question : null,
    startsAt: heist.startsAtMs,
    endDate: heist.endDateMs,
  };
}

function userState({ available, held, bonus, task, unread }: WalletFact) {
  return { available, held, bonus, task, unread: unread ?? 0 };
}
