import type { SendReceipt } from '@copup/shared/sends.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { findStoredReplies, type StoredReply, storeRepliesLast } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { moveOrAnswer, withFirstReplies } from '../../lanes/lane.ts';
import type { Decided, LaneHandle, LaneKind, Queued } from '../../lanes/lane-kind.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import { lockFreeWallets, lockWallets, type Wallet } from '../../ledger/wallets.ts';
import { type AcceptedSend, decideSends, type SendCommand } from './decide-sends.ts';
import {
  findSends,
  type RecipientFacts,
  readRecipients,
  readSenders,
  type SenderFacts,
  writeSendsLast,
} from './sends.queries.ts';

type SendLaneDeps = Pick<Deps, 'lanes' | 'clock' | 'settings' | 'notices'>;
export type SendLane = LaneHandle<SendCommand, SendReceipt>;
type Batch = readonly Queued<SendCommand>[];

/** The name of the call in the stored replies. */
const CALL = { route: 'user/send-bid-points', subject: '' };
/**
 * Sends to one recipient share a lane, so that they never wait for each other's lock. More lanes overlap the work of
 * one transaction with the write to disk of another.
 */
const LANES = 4;
const laneOf = ({ recipientId }: SendCommand): string =>
  String(Number.parseInt(recipientId.slice(-2), 16) % LANES);
/** Sends with a wallet that another session has locked wait in its own lane, so that no other send waits with them. */
const WAITING = 'waiting-';
const waitsForLocks = (lane: string): boolean => lane.startsWith(WAITING);
const waitingLaneOf = (walletId: string): string => `${WAITING}${walletId}`;
/** The lane of sends without a server's lanes. */
export const SINGLE_LANE = WAITING;

/** Defines the lanes in which a server's sends are decided together, one transaction for many. */
export function defineSendLane(deps: SendLaneDeps): { send(command: SendCommand): Promise<SendReceipt> } {
  const lane: SendLane = deps.lanes.define(sendLaneKind(deps));
  return { send: (command) => lane.submit(laneOf(command), command) };
}

/** The facts read once the wallets are locked. */
interface Opened {
  wallets: Map<string, Wallet>;
  now: Date;
  senders: Map<string, SenderFacts>;
  recipients: Map<string, RecipientFacts>;
  stored: StoredReply<SendReceipt>[];
}

/** Its `open` and `decide` also serve the demo, which sends without a lane. */
export const sendLaneKind = (deps: Omit<SendLaneDeps, 'lanes'>) =>
  ({
    name: 'sends',
    waitsForLocks,
    open: (tx: Transaction, key: string, batch: Batch) => open(tx, deps, key, batch),
    decide: (tx: Transaction, key: string, batch: Batch, opened: Opened) =>
      decide(tx, deps, key, batch, opened),
    async recover(db, _key, _batch, answers) {
      const ids = answers.flatMap((answer) => ('id' in answer ? answer.id : []));
      const found = await findSends(db, ids);
      return answers.map((answer) => ('id' in answer && found.has(answer.id) ? answer : undefined));
    },
  }) satisfies LaneKind<SendCommand, SendReceipt, Opened>;

async function open(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  key: string,
  batch: Batch,
): Promise<Opened> {
  const commands = batch.map(({ command }) => command);
  const senderIds = [...new Set(commands.map(({ senderId }) => senderId))];
  const recipientIds = [...new Set(commands.map(({ recipientId }) => recipientId))];
  const lock = waitsForLocks(key) ? lockWallets : lockFreeWallets;
  // Sent together and run in this order: everything is read once the wallets are locked (P7). The lock of the
  // sender's wallet also serializes requests with one key.
  const [wallets, now, senders, recipients, stored] = await Promise.all([
    lock(tx, [...new Set([...senderIds, ...recipientIds])]),
    tx.clock(),
    readSenders(tx, senderIds, settings.get('credentialsWaitHours')),
    readRecipients(tx, recipientIds),
    findStoredReplies<SendReceipt>(
      tx,
      CALL,
      commands.map((command) => ({ userId: command.senderId, key: command.key })),
    ),
  ]);
  return { wallets, now, senders, recipients, stored };
}

async function decide(
  tx: Transaction,
  deps: Omit<SendLaneDeps, 'lanes'>,
  key: string,
  batch: Batch,
  { now, stored, ...facts }: Opened,
): Promise<Decided<SendReceipt>> {
  const { settings, clock } = deps;
  const movedTo = batch.map(({ command: { senderId, recipientId } }) => {
    if (waitsForLocks(key)) return undefined;
    const lockedAway = [senderId, recipientId].find((id) => !facts.wallets.has(id));
    return lockedAway === undefined ? undefined : waitingLaneOf(lockedAway);
  });
  const free = batch.filter((_, at) => movedTo[at] === undefined);
  const requested = withFirstReplies(free, stored, clock.monotonicMs(), ({ senderId }) => senderId);
  const { answers: decided, accepted } = decideSends(requested, facts, {
    now,
    chargePercent: settings.get('sendChargePercent'),
    maximum: settings.get('sendMaxCoins'),
    maximumPerDay: settings.get('sendMaxCoinsPerDay'),
    waitHours: settings.get('credentialsWaitHours'),
    waitMaximum: settings.get('credentialsWaitSendCoins'),
  });
  const answers = moveOrAnswer(movedTo, decided);
  const [first] = accepted;
  if (!first) return { answers, proof: async () => true };
  await write(tx, deps, accepted);
  return { answers, proof: async (db) => (await findSends(db, [first.row.id])).size > 0 };
}

/** Moves the coins, notifies the recipients, and has the rows and replies written with the COMMIT. */
async function write(
  tx: Transaction,
  { notices }: Pick<Deps, 'notices'>,
  accepted: readonly AcceptedSend[],
): Promise<void> {
  await postTransfers(tx, accepted.map(transferOf));
  await notices.write(
    tx,
    accepted.map(({ row, senderUsername }) => ({
      userId: row.recipientId,
      kind: 'received',
      subject: { kind: 'send', id: row.id },
      details: { name: senderUsername, amount: row.amount },
    })),
  );
  writeSendsLast(
    tx,
    accepted.map(({ row }) => row),
  );
  storeRepliesLast(
    tx,
    CALL,
    accepted.map(({ command: { senderId, key, inputHash }, receipt }) => ({
      userId: senderId,
      key,
      inputHash,
      reply: receipt,
    })),
  );
}

function transferOf({
  row: { id, realm, senderId, recipientId, amount, charge },
}: AcceptedSend): NewTransfer {
  const from = { kind: 'available', id: senderId } as const;
  const to = { kind: 'available', id: recipientId } as const;
  const charges = charge > 0 ? [{ from, to: { kind: 'revenue' } as const, amount: charge }] : [];
  return {
    ...{ id, kind: 'send', realm, subject: { kind: 'send', id }, key: id },
    input: { recipientId, amount },
    postings: [{ from, to, amount }, ...charges],
  };
}
