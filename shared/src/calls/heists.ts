import { z } from 'zod';
import { HeistReferralParams } from '../affiliates.ts';
import { defineCalls } from '../call.ts';
import { PayEntryBody } from '../entry-payments.ts';
import {
  AcceptAnswerBody,
  BuyTicketReply,
  CompletedHeist,
  Heist,
  HeistParticipants,
  HeistResult,
  NearMissesReply,
  SubmitAnswerBody,
  SubmitAnswerReply,
  UnlockBody,
  UnlockReply,
} from '../heists.ts';
import { CursorQuery, IdParams } from '../wire.ts';

/** The calls of the specification's point 7, "Heist", that take answers and name the winner. */
export const answersCalls = defineCalls('heists', {
  'POST /hurt/submitAnswer/:id': {
    summary:
      'Answers the question of a started heist, once; the reply never shows whether it is correct (H3)',
    access: 'player',
    limit: 'heistAnswer',
    errors: ['HEIST_NOT_FOUND', 'HEIST_NOT_STARTED', 'HEIST_ENDED', 'NO_TICKET', 'ALREADY_ANSWERED'],
    params: IdParams,
    bySocket: true,
    hasKey: true,
    body: SubmitAnswerBody,
    reply: SubmitAnswerReply,
  },
  'GET /hurt/heist/winner/:id': {
    summary: "The winner of a completed heist, its question and answer, and the caller's own answer (H4)",
    errors: ['HEIST_NOT_FOUND', 'HEIST_NOT_COMPLETED'],
    params: IdParams,
    reply: HeistResult,
  },
});

/** /api/admin/heists/{id}: the answers that nearly equal an accepted one (H3). */
export const nearMissesCalls = defineCalls('operators: heists', {
  'GET /admin/heists/:id/near-misses': {
    summary: 'Answers that nearly equal an accepted one, the closest first',
    errors: ['HEIST_NOT_FOUND'],
    params: IdParams,
    reply: NearMissesReply,
  },
  'POST /admin/heists/:id/accept-answer': {
    right: 'subjects',
    summary:
      'Accepts a near miss before the end, for all users with the same answer; 202 when a second operator has to approve (O3a)',
    errors: [
      'HEIST_NOT_FOUND',
      'HEIST_NOT_STARTED',
      'HEIST_ENDED',
      'NOT_FOUND',
      'OWN_WALLET',
      'ALREADY_DECIDED',
      'ALREADY_REQUESTED',
    ],
    params: IdParams,
    body: AcceptAnswerBody,
    reply: NearMissesReply,
    mayWait: true,
  },
});

/** Tickets that are bought through affiliate links (T2). The ticket lane writes the referral with the ticket. */
export const ticketsByLinkCalls = defineCalls('heists', {
  'POST /hurt/heist/pay-entry/affiliate/:heistId/:referrerId': {
    summary: 'Buys a ticket, once, through the affiliate link of another user (T2)',
    access: 'player',
    limit: 'ticket',
    errors: [
      'HEIST_NOT_FOUND',
      'HEIST_NOT_OPEN',
      'HEIST_LOCKED',
      'HEIST_FULL',
      'ALREADY_JOINED',
      'NOT_ENOUGH_COINS',
      'LIMIT_REACHED',
      'TAKING_A_BREAK',
      'UNKNOWN_REFERRER',
      'OWN_LINK',
    ],
    params: HeistReferralParams,
    hasKey: true,
    body: PayEntryBody,
    reply: BuyTicketReply,
    status: 201,
  },
});

const readOne = { errors: ['HEIST_NOT_FOUND'] } as const;

/** The calls of the specification's point 7, "Heist", that read heists and sell tickets. */
export const heistsCalls = defineCalls('heists', {
  'GET /hurt/heists/available': {
    summary: 'Heists with tickets on sale, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Heist),
  },
  'GET /hurt/heists-on-hold': {
    summary: 'Heists about to start, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Heist),
  },
  'GET /hurt/heists-waiting': {
    summary: 'Heists that open later; needs the unlock (H7), newest first; X-Next-Cursor continues',
    errors: ['HEIST_LOCKED'],
    query: CursorQuery,
    reply: z.array(Heist),
  },
  'GET /hurt/heists-started': {
    summary: 'Heists that take answers, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Heist),
  },
  'GET /hurt/heists/completed': {
    summary: 'Completed heists with their winners, the last one first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(CompletedHeist),
  },
  'GET /hurt/heist/:id': {
    summary: 'One heist',
    ...readOne,
    params: IdParams,
    reply: Heist,
  },
  'GET /hurt/heists/:id/participants': {
    summary: 'How many tickets are sold and left; at most 250 ms old',
    ...readOne,
    params: IdParams,
    reply: HeistParticipants,
  },
  'POST /hurt/heists/pay-entry/:id': {
    summary: 'Buys a ticket, once (H2)',
    access: 'player',
    limit: 'ticket',
    errors: [
      'HEIST_NOT_FOUND',
      'HEIST_NOT_OPEN',
      'HEIST_LOCKED',
      'HEIST_FULL',
      'ALREADY_JOINED',
      'NOT_ENOUGH_COINS',
      'LIMIT_REACHED',
      'TAKING_A_BREAK',
    ],
    params: IdParams,
    bySocket: true,
    hasKey: true,
    body: PayEntryBody,
    reply: BuyTicketReply,
  },
  'POST /hurt/heists/unlock': {
    summary: 'Unlocks waiting heists for this session (H7)',
    limit: 'heistUnlock',
    errors: ['WRONG_UNLOCK_CODE'],
    body: UnlockBody,
    reply: UnlockReply,
  },
});
