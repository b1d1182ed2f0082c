import type { BuyTicketReply } from '@copup/shared/heists.ts';
import { heistRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import {
  assertKey,
  findStoredReplies,
  hashInput,
  type StoredReply,
  storeRepliesLast,
  toStoredReply,
} from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { moveOrAnswer, withFirstReplies } from '../../lanes/lane.ts';
import { type Decided, type LaneHandle, type LaneKind, MovedTo, type Queued } from '../../lanes/lane-kind.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import { lockFreeWallets, lockWallets, type Wallet } from '../../ledger/wallets.ts';
import { invalidateUserRooms } from '../../notifications/notices.ts';
import { restrictionsOf } from '../../responsible-play/restrictions.ts';
import { announceStatus } from '../../subjects/announce.ts';
import { countLeaves } from '../../subjects/left-entries.ts';
import { type NewReferral, recordReferrals } from '../../subjects/record-referrals.ts';
import { advanceLocked } from '../../subjects/start-subjects.ts';
import { entryKey, type SettleDeps } from '../../subjects/subject-kind.ts';
import { lockSubject } from '../../subjects/subject-rows.ts';
import { decideTickets, type SoldTicket, type TicketCommand } from './decide-tickets.ts';
import { heistNotFound } from './heists.errors.ts';
import { HEIST, type HeistRow, heistSubject, roomVersionOf } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import { toHeistState } from './heists.wire.ts';
import { listTickets, type TicketRow, writeSaleLast, writeTicketsLast } from './tickets.queries.ts';
import { listUnlocked } from './unlocks.ts';

type TicketLaneDeps = SettleDeps & Pick<Deps, 'lanes' | 'clock' | 'rooms'>;
export type TicketLane = LaneHandle<TicketCommand, BuyTicketReply>;
type Batch = readonly Queued<TicketCommand>[];

export const TICKET_LANE = 'tickets';
/** The name of the call in the stored replies. */
const ROUTE = 'hurt/heists/pay-entry';

/**
 * A buyer whose wallet another session has locked waits for it in a lane of the wallet, without the heist's lock (L5),
 * and then returns to the lane of the heist: no other buyer waits.
 */
const WAITING = '-waiting-';
const waitsForLocks = (key: string): boolean => key.includes(WAITING);
const waitingLaneOf = (heistId: number, userId: string): string => `${heistId}${WAITING}${userId}`;
const heistLaneOf = (key: string): string => key.split(WAITING, 1)[0] ?? key;

/** The facts read of a heist and its buyers, under the locks. */
interface Opened {
  heist: HeistRow | undefined;
  /** Of the buyers whose wallets no other session has locked. */
  wallets: Map<string, Wallet>;
  now: Date;
  tickets: Map<string, TicketRow>;
  unlocked: Set<string>;
  stored: StoredReply<BuyTicketReply>[];
}

/** Defines the lane in which a server's tickets are sold together: one lane for each heist (H2). */
export const defineTicketLane = (deps: TicketLaneDeps): TicketLane => deps.lanes.define(ticketLaneKind(deps));

/** Buys a ticket. Resolves once it is committed; the same key returns the first reply again (P6). */
export function buyTicket(
  { newId, tickets }: Pick<Deps, 'newId'> & { tickets: TicketLane },
  heistId: number,
  { viewer, key, referral, payWith }: Pick<TicketCommand, 'viewer' | 'key' | 'referral' | 'payWith'>,
  receivedAtMs: number,
): Promise<BuyTicketReply> {
  if (key !== undefined) assertKey(key);
  const inputHash = hashInput({ referrerId: referral?.referrerId, payWith });
  const command = { id: newId(), viewer, key, inputHash, referral, payWith };
  return tickets.submit(String(heistId), command, receivedAtMs);
}

/** Its `open` and `decide` also serve the demo, which sells tickets without a lane. */
export const ticketLaneKind = (deps: Omit<TicketLaneDeps, 'lanes'>) =>
  ({
    name: TICKET_LANE,
    waitsForLocks,
    open,
    decide: (tx, key, batch, opened) => decide(tx, deps, key, batch, opened),
    async recover(db, key, batch, answers) {
      const userIds = batch.map(({ command }) => command.viewer.userId);
      const rows = await listTickets(db, Number(heistLaneOf(key)), userIds);
      return answers.map((answer, at) => {
        if (answer instanceof Refusal) return undefined;
        return rows.get(userIds[at] ?? '')?.no === answer.ticket_no ? answer : undefined;
      });
    },
  }) satisfies LaneKind<TicketCommand, BuyTicketReply, Opened | undefined>;

async function open(tx: Transaction, key: string, batch: Batch): Promise<Opened | undefined> {
  const id = Number(heistLaneOf(key));
  const commands = batch.map(({ command }) => command);
  const userIds = [...new Set(commands.map(({ viewer }) => viewer.userId))];
  if (waitsForLocks(key)) {
    await lockWallets(tx, userIds);
    return undefined;
  }
  // Sent together and run in this order: everything is read once the locks are held (P7, L5). The heist's lock also
  // serializes requests with one key.
  const [heist, wallets, now, tickets, unlocked, stored] = await Promise.all([
    lockSubject<HeistRow>(tx, heistKind, id),
    lockFreeWallets(tx, userIds),
    tx.clock(),
    listTickets(tx, id, userIds),
    listUnlocked(
      tx,
      commands.map(({ viewer }) => viewer.sessionId),
    ),
    findStoredReplies<BuyTicketReply>(
      tx,
      callOf(id),
      commands.map((command) => ({ userId: command.viewer.userId, key: command.key })),
    ),
  ]);
  return { heist, wallets, now, tickets, unlocked, stored };
}

async function decide(
  tx: Transaction,
  deps: Omit<TicketLaneDeps, 'lanes'>,
  key: string,
  batch: Batch,
  opened: Opened | undefined,
): Promise<Decided<BuyTicketReply>> {
  if (!opened) return { answers: batch.map(() => new MovedTo(heistLaneOf(key))), proof: async () => true };
  const { heist: locked, stored, ...facts } = opened;
  if (!locked) return { answers: batch.map(heistNotFound) };
  // A transaction that holds the lock after a start or the end performs it (A8): sweeps skip locked rows.
  const heist = await advanceLocked(tx, heistKind, locked, facts.now, deps);
  const userOf = ({ viewer }: TicketCommand) => viewer.userId;
  const movedTo = batch.map(({ command }) =>
    facts.wallets.has(userOf(command)) ? undefined : waitingLaneOf(heist.id, userOf(command)),
  );
  const free = batch.filter((_, at) => movedTo[at] === undefined);
  const requested = withFirstReplies(free, stored, deps.clock.monotonicMs(), userOf);
  const restrictions = await restrictionsOf(tx, facts.wallets.values());
  const { answers: decided, sold } = decideTickets(requested, { ...facts, heist, restrictions });
  const answers = moveOrAnswer(movedTo, decided);
  const [first] = sold;
  if (!first) return { answers, proof: async () => true };
  const after = await write(tx, deps, heist, sold, facts.now);
  return {
    answers,
    proof: async (db) =>
      isSame((await listTickets(db, heist.id, [first.row.userId])).get(first.row.userId), first.row),
    afterCommit: () => deps.rooms.publish(heistRoom(after.id), roomVersionOf(after), toHeistState(after)),
  };
}

const callOf = (heistId: number) => ({ route: ROUTE, subject: String(heistId) });

const isSame = (one: TicketRow | undefined, other: TicketRow): boolean =>
  one?.no === other.no && one.joinedAt.getTime() === other.joinedAt.getTime();

/** Moves the coins, and has the tickets, the replies and the heist written with the COMMIT. Returns the heist. */
async function write(
  tx: Transaction,
  deps: Pick<Deps, 'notices'>,
  heist: HeistRow,
  sold: readonly SoldTicket[],
  now: Date,
): Promise<HeistRow> {
  const participants = heist.participants + sold.length;
  const isSoldOut = participants === heist.capacity && heist.status !== 'on_hold';
  const after: HeistRow = {
    ...heist,
    participants,
    // H1: a heist that is sold out is on hold at once.
    ...(isSoldOut && { status: 'on_hold', statusAt: now, version: heist.version + 1 }),
  };
  const leaves =
    heist.leftTickets > 0
      ? await countLeaves(
          tx,
          heistSubject(heist.id),
          sold.map(({ row }) => row.userId),
        )
      : undefined;
  await postTransfers(
    tx,
    sold.flatMap((ticket) => transferOf(heist, ticket, leaves?.get(ticket.row.userId))),
  );
  await invalidateUserRooms(
    tx,
    sold.flatMap(({ row }) => (row.transferId === null ? [row.userId] : [])),
  );
  const referrals = sold.flatMap(referralOf);
  if (referrals.length > 0) await recordReferrals(tx, deps, { ...heist, kind: HEIST }, referrals);
  writeTicketsLast(
    tx,
    heist.id,
    sold.map(({ row }) => row),
  );
  storeRepliesLast(tx, callOf(heist.id), sold.map(toStoredReply));
  writeSaleLast(tx, after);
  if (isSoldOut) await announceStatus(tx, heistKind, [after]);
  return after;
}

function referralOf({ command: { viewer, referral }, row }: SoldTicket): NewReferral[] {
  if (!referral) return [];
  const { userId, username } = viewer;
  const { paidAvailable, paidBonus } = row;
  return [{ ...referral, userId, username, paidAvailable, paidBonus }];
}

function transferOf(
  heist: HeistRow,
  { command, row }: SoldTicket,
  leaves: number | undefined,
): NewTransfer[] {
  if (row.transferId === null) return [];
  const { userId } = command.viewer;
  const parts = [
    { kind: 'bonus' as const, amount: row.paidBonus },
    { kind: 'available' as const, amount: row.paidAvailable },
  ];
  const to = heistKind.feeAccount(heist);
  return [
    {
      id: row.transferId,
      kind: 'ticket',
      realm: heist.realm,
      subject: heistSubject(heist.id),
      key: entryKey(heistKind, heist.id, userId, leaves),
      postings: parts
        .filter(({ amount }) => amount > 0)
        .map(({ kind, amount }) => ({ from: { kind, id: userId }, to, amount })),
    },
  ];
}
