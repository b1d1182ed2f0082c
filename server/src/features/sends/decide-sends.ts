import type { SendReceipt } from '@copup/shared/sends.ts';
import { maskName } from '../../accounts/mask-name.ts';
import { waitsUntil } from '../../accounts/waiting-period.ts';
import { deadlinePassed } from '../../deadline.ts';
import { invariant, Refusal } from '../../errors.ts';
import {
  aboveDay,
  aboveMaximum,
  notEnoughCoins,
  operatorsCannotSend,
  owesCoins,
  waitingPeriod,
  walletNotFound,
} from './sends.errors.ts';
import type { RecipientFacts, SenderFacts } from './sends.queries.ts';
import type { SendRow } from './sends.tables.ts';

/** A send that waits in the lane. The PIN has been checked. */
export interface SendCommand {
  /** The id of the send and of its transfer, UUIDv7. */
  id: string;
  realm: number;
  senderId: string;
  recipientId: string;
  amount: number;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  inputHash: Buffer;
}

/** A send to decide, with the first reply to its key, if there is one. */
export interface RequestedSend {
  command: SendCommand;
  isTooLate: boolean;
  stored: { inputHash: Buffer; reply: SendReceipt } | undefined;
}

export interface SendRules {
  now: Date;
  chargePercent: number;
  maximum: number;
  maximumPerDay: number;
  waitHours: number;
  waitMaximum: number;
}

export interface SendFacts {
  senders: ReadonlyMap<string, SenderFacts>;
  recipients: ReadonlyMap<string, RecipientFacts>;
  /** Of senders and recipients, locked. */
  wallets: ReadonlyMap<string, { available: number; bonus: number }>;
}

export interface AcceptedSend {
  command: SendCommand;
  row: SendRow;
  senderUsername: string;
  receipt: SendReceipt;
}

export interface DecidedSends {
  /** One for each send, in order. */
  answers: (SendReceipt | Refusal)[];
  accepted: AcceptedSend[];
}

/** Returns the charge for a send: a share of the amount, rounded up (W1). */
export const chargeFor = (amount: number, percent: number): number => Math.ceil((amount * percent) / 100);

/**
 * Decides sends in order, each with the balances and totals that the ones before it leave (W1, W10). A repeated key
 * gets its first reply (P6).
 */
export function decideSends(
  requested: readonly RequestedSend[],
  facts: SendFacts,
  rules: SendRules,
): DecidedSends {
  const batch = new Batch(facts, rules);
  const answers = requested.map((one) => {
    try {
      return batch.decide(one);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
  return { answers, accepted: batch.accepted };
}

class Batch {
  readonly accepted: AcceptedSend[] = [];
  readonly #facts: SendFacts;
  readonly #rules: SendRules;
  /** Changes by the sends accepted so far. */
  readonly #gained = new Map<string, number>();
  readonly #sent = new Map<string, number>();
  readonly #byKey = new Map<string, AcceptedSend>();

  constructor(facts: SendFacts, rules: SendRules) {
    this.#facts = facts;
    this.#rules = rules;
  }

  decide({ command, isTooLate, stored }: RequestedSend): SendReceipt {
    if (isTooLate) throw deadlinePassed();
    const { senderId, recipientId, amount, key } = command;
    const keyed = `${senderId} ${key}`;
    const first = key === undefined ? undefined : (stored ?? this.#earlier(keyed));
    if (first) {
      if (first.inputHash.equals(command.inputHash)) return first.reply;
      throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
    }
    const recipient = this.#facts.recipients.get(recipientId);
    if (!recipient || recipient.isDeleted || recipient.realm !== command.realm) throw walletNotFound();
    const sender = this.#facts.senders.get(senderId);
    invariant(sender, `user ${senderId} does not exist`);
    this.#refuse(sender, amount);
    const charge = chargeFor(amount, this.#rules.chargePercent);
    const wallet = this.#facts.wallets.get(senderId);
    invariant(wallet, `user ${senderId} has no wallet`);
    const available = wallet.available + (this.#gained.get(senderId) ?? 0) - amount - charge;
    if (available < 0) throw notEnoughCoins(amount + charge);
    const row = {
      id: command.id,
      realm: command.realm,
      senderId,
      recipientId,
      amount,
      charge,
      createdAt: this.#rules.now,
    };
    const receipt = toReceipt(row, recipient, { available, bonus: wallet.bonus });
    const accepted = { command, row, senderUsername: sender.username, receipt };
    this.accepted.push(accepted);
    add(this.#gained, senderId, -amount - charge);
    add(this.#gained, recipientId, amount);
    add(this.#sent, senderId, amount);
    if (key !== undefined) this.#byKey.set(keyed, accepted);
    return receipt;
  }

  #earlier(keyed: string): RequestedSend['stored'] {
    const earlier = this.#byKey.get(keyed);
    return earlier && { inputHash: earlier.command.inputHash, reply: earlier.receipt };
  }

  #refuse(sender: SenderFacts, amount: number): void {
    const { now, maximum, maximumPerDay, waitHours, waitMaximum } = this.#rules;
    if (sender.role === 1) throw operatorsCannotSend();
    if (sender.owed > 0) throw owesCoins(sender.owed);
    if (amount > maximum) throw aboveMaximum(maximum);
    const sent = this.#sent.get(sender.id) ?? 0;
    const until = waitsUntil(sender, { now, hours: waitHours });
    const leftWaiting = waitMaximum - sender.sentSinceChange - sent;
    if (until && amount > leftWaiting) throw waitingPeriod(until, Math.max(0, leftWaiting));
    const leftToday = maximumPerDay - sender.sentToday - sent;
    if (amount > leftToday) throw aboveDay(Math.max(0, leftToday));
  }
}

function add(to: Map<string, number>, id: string, amount: number): void {
  to.set(id, (to.get(id) ?? 0) + amount);
}

function toReceipt(
  { id, amount, charge, createdAt }: SendRow,
  recipient: RecipientFacts,
  { available, bonus }: { available: number; bonus: number },
): SendReceipt {
  return {
    message: 'Coins sent successfully',
    id,
    amount,
    charge,
    recipient_wallet: recipient.walletAddress,
    recipient_username: recipient.username,
    recipient_name: maskName(recipient.fullName),
    recipient_profile: recipient.profile,
    timestamp: createdAt.toISOString(),
    bid_points: available + bonus,
    available_points: available,
  };
}
