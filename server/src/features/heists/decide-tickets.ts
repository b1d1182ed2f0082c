import type { PayWith } from '@copup/shared/entry-payments.ts';
import type { BuyTicketReply } from '@copup/shared/heists.ts';
import { deadlinePassed } from '../../deadline.ts';
import { invariant, Refusal } from '../../errors.ts';
import { splitSpend } from '../../ledger/wallets.ts';
import { type Restrictions, refuseAboveLimit, refuseInBreak } from '../../responsible-play/restrictions.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { alreadyJoined, heistFull, heistLocked, heistNotFound, notEnoughCoins } from './heists.errors.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import type { TicketRow } from './tickets.queries.ts';

/** The link through which a ticket is bought (T2). */
export interface Referral {
  referrerId: string;
  /** The network prefix of the request. */
  network: string;
}

/** A ticket that a user wants to buy. The route has checked that the user is not an operator (X13). */
export interface TicketCommand {
  /** The id of the transfer, UUIDv7. */
  id: string;
  viewer: Pick<Viewer, 'userId' | 'username' | 'realm' | 'sessionId'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  /** Of the inputs besides the heist. */
  inputHash: Buffer;
  referral: Referral | undefined;
  /** Bonus coins first by default. */
  payWith?: PayWith | undefined;
}

interface FirstReply {
  inputHash: Buffer;
  reply: BuyTicketReply;
}

export interface RequestedTicket {
  command: TicketCommand;
  isTooLate: boolean;
  /** The first reply to the key, if there is one. */
  stored: FirstReply | undefined;
}

export interface TicketFacts {
  /** The locked row. */
  heist: HeistRow;
  /** The database's clock, read under the locks (P7). */
  now: Date;
  /** The locked wallets of all buyers. */
  wallets: ReadonlyMap<string, { available: number; bonus: number }>;
  /** The limits and breaks of the buyers who have set one (G1, G2). */
  restrictions: ReadonlyMap<string, Restrictions>;
  /** Tickets that these buyers have. */
  tickets: ReadonlyMap<string, TicketRow>;
  /** Sessions with a valid unlock (H7). */
  unlocked: ReadonlySet<string>;
}

export interface SoldTicket {
  command: TicketCommand;
  row: TicketRow;
  reply: BuyTicketReply;
}

export interface DecidedTickets {
  /** One for each request, in order. */
  answers: (BuyTicketReply | Refusal)[];
  sold: SoldTicket[];
}

/**
 * Decides tickets in the order of arrival: one for each user, while spots remain (H2). A ticket is paid with bonus coins
 * first, unless the buyer chooses available coins (L6, X7). A repeated key gets its first reply (P6).
 */
export function decideTickets(requested: readonly RequestedTicket[], facts: TicketFacts): DecidedTickets {
  const sold = new Map<string, SoldTicket>();
  const decide = ({ command, isTooLate, stored }: RequestedTicket): BuyTicketReply => {
    if (isTooLate) throw deadlinePassed();
    const { viewer, key } = command;
    const earlier = sold.get(viewer.userId);
    const isRepeated = key !== undefined && earlier?.command.key === key;
    const first = stored ?? (isRepeated ? { ...earlier.command, reply: earlier.reply } : undefined);
    if (first) {
      if (first.inputHash.equals(command.inputHash)) return first.reply;
      throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
    }
    refuse(facts, command, sold.size, earlier !== undefined);
    const ticket = sell(facts, command, sold.size + 1);
    sold.set(viewer.userId, ticket);
    return ticket.reply;
  };
  const answers = requested.map((one) => {
    try {
      return decide(one);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
  return { answers, sold: [...sold.values()] };
}

function refuse(
  { heist, now, tickets, unlocked, restrictions }: TicketFacts,
  { viewer }: TicketCommand,
  soldNow: number,
  hasBought: boolean,
): void {
  if (heist.realm !== viewer.realm) throw heistNotFound();
  const refusal = heistKind.refuseEntry(heist, now);
  if (refusal) throw refusal;
  const known = restrictions.get(viewer.userId);
  const inBreak = refuseInBreak(known);
  if (inBreak) throw inBreak;
  if (hasBought || tickets.has(viewer.userId)) throw alreadyJoined();
  if (heist.participants + soldNow >= heist.capacity) throw heistFull();
  const isWaiting = heist.status === 'waiting' && now < heist.opensAt;
  if (isWaiting && !unlocked.has(viewer.sessionId)) throw heistLocked();
  const aboveLimit = refuseAboveLimit(known, heist.ticketPrice);
  if (aboveLimit) throw aboveLimit;
}

function sell({ heist, now, wallets }: TicketFacts, command: TicketCommand, nth: number): SoldTicket {
  const { userId } = command.viewer;
  const wallet = wallets.get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  const spend = splitSpend(wallet, heist.ticketPrice, command.payWith);
  if (!spend) throw notEnoughCoins();
  const row: TicketRow = {
    userId,
    no: heist.participants + heist.leftTickets + nth,
    transferId: heist.ticketPrice > 0 ? command.id : null,
    paidAvailable: spend.available,
    paidBonus: spend.bonus,
    joinedAt: now,
  };
  const reply: BuyTicketReply = {
    message: row.transferId === null ? 'Your ticket is free.' : 'Pay entry fee successful!',
    transfer_id: row.transferId,
    ticket_no: row.no,
    paid_available: row.paidAvailable,
    paid_bonus: row.paidBonus,
  };
  return { command, row, reply };
}
