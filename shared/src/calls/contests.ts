import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  CardGame,
  CardGameDetail,
  CardLeader,
  JoinCardGameReply,
  JoinGameBody,
  PickCardBody,
  PickCardReply,
} from '../card-games.ts';
import { Champion, JoinContestReply } from '../contests.ts';
import {
  MathCountdown,
  MathGame,
  MathGameDetail,
  MathQuestion,
  PickAnswerBody,
  PickAnswerReply,
  TopMathUser,
} from '../math-games.ts';
import {
  HighestTapper,
  JoinTapBody,
  TapBody,
  TapContest,
  TapContestDetail,
  TapRemainingTime,
  TapReply,
  TopTapper,
  UserTaps,
} from '../tap-contests.ts';
import { CursorQuery, IdParams } from '../wire.ts';

/** Of the calls of all three kinds. */
const readOne = { errors: ['CONTEST_NOT_FOUND'] } as const;
const openErrors = ['CONTEST_NOT_FOUND', 'CONTEST_NOT_ACTIVE', 'CONTEST_ENDED'] as const;
const join = {
  access: 'player',
  limit: 'payEntry',
  errors: [...openErrors, 'ALREADY_JOINED', 'NOT_ENOUGH_COINS', 'LIMIT_REACHED', 'TAKING_A_BREAK'],
} as const;
/** Errors of every play. */
const playErrors = [...openErrors, 'DECIDED_TOO_LATE', 'NOT_JOINED'] as const;

/** The calls of the specification under /mathGame. */
export const mathCalls = defineCalls('math games', {
  'GET /mathGame/all': {
    summary: 'Pending and active math games, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(MathGame),
  },
  'POST /mathGame/join-game': {
    summary: 'Joins a math game and pays its entry fee, once (C1)',
    ...join,
    bySocket: true,
    hasKey: true,
    body: JoinGameBody,
    reply: JoinContestReply,
  },
  'GET /mathGame/game/:id': {
    summary: "One math game and the caller's result",
    ...readOne,
    params: IdParams,
    reply: MathGameDetail,
  },
  'GET /mathGame/countdown/:id': {
    summary: 'Seconds until the end; at most 250 ms old',
    ...readOne,
    params: IdParams,
    reply: MathCountdown,
  },
  'GET /mathGame/new-question/:id': {
    summary: "The user's open question; creates one when there is none (C10)",
    access: 'player',
    errors: playErrors,
    params: IdParams,
    reply: MathQuestion,
  },
  'GET /mathGame/top-users/:id': {
    summary: 'The ten best, at most 250 ms old',
    ...readOne,
    params: IdParams,
    reply: z.array(TopMathUser),
  },
  'POST /mathGame/pick-answer': {
    summary: 'Answers the open question; the reply contains the next one (C4)',
    access: 'player',
    limit: 'mathAnswer',
    errors: [...playErrors, 'TOO_FAST', 'QUESTION_CLOSED'],
    bySocket: true,
    hasKey: true,
    body: PickAnswerBody,
    reply: PickAnswerReply,
  },
});

/** Who tapped how often: the caller, the ten best and the best. */
export const tapCountsCalls = defineCalls('tap contests', {
  'GET /tap/user-taps/:id': {
    summary: "The user's counted taps",
    ...readOne,
    params: IdParams,
    reply: UserTaps,
  },
  'GET /tap/top-tappers/:id': {
    summary: 'The ten best, at most 250 ms old',
    ...readOne,
    params: IdParams,
    reply: z.array(TopTapper),
  },
  'GET /tap/highest-tapper/:id': {
    summary: 'The highest tapper, at most 250 ms old; null without taps',
    ...readOne,
    params: IdParams,
    reply: HighestTapper,
  },
});

/** The calls of tap contests, of joining and of tapping; the counts of taps are in tap-counts.routes.ts. */
export const tapCalls = defineCalls('tap contests', {
  'GET /tap/contests': {
    summary: 'Pending and active tap contests, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(TapContest),
  },
  'POST /tap/join-tap': {
    summary: 'Joins a tap contest and pays its entry fee, once (C1)',
    ...join,
    bySocket: true,
    hasKey: true,
    body: JoinTapBody,
    reply: JoinContestReply,
  },
  'GET /tap/contest/:id': {
    summary: "One tap contest and the caller's result",
    ...readOne,
    params: IdParams,
    reply: TapContestDetail,
  },
  'GET /tap/remaining-time/:id': {
    summary: 'Seconds until the end; at most 250 ms old',
    ...readOne,
    params: IdParams,
    reply: TapRemainingTime,
  },
  'POST /tap/tap': {
    summary: 'One tap, which counts if the player’s bucket allows it (C2)',
    access: 'player',
    limit: 'tap',
    errors: playErrors,
    body: TapBody,
    reply: TapReply,
  },
  'GET /tap/winners': {
    summary: "This month's winners of all contests, newest first (C11); X-Next-Cursor continues",
    query: CursorQuery,
    reply: z.array(Champion),
  },
});

/** The calls of the specification under /cardGameOne, and its misspelt path of the list. */
export const cardCalls = defineCalls('card games', {
  'GET /cardGameOne/card-games': {
    summary: 'Pending and active card games, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(CardGame),
  },
  'GET /cardGamOne/card-games': {
    summary: 'Pending and active card games, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(CardGame),
  },
  'POST /cardGameOne/join-card-game': {
    summary: 'Joins a card game, pays its entry fee once, and commits to a server seed (C1, C13)',
    ...join,
    bySocket: true,
    hasKey: true,
    body: JoinGameBody,
    reply: JoinCardGameReply,
  },
  'GET /cardGameOne/card-game/:id': {
    summary: "One card game, its winner once it has ended, and the caller's result and commitment",
    ...readOne,
    params: IdParams,
    reply: CardGameDetail,
  },
  'GET /cardGameOne/card-game/highest-score/:id': {
    summary: 'The ten best, at most 250 ms old; the first is the winner once the game has ended (C9)',
    ...readOne,
    params: IdParams,
    reply: z.array(CardLeader),
  },
  'POST /cardGameOne/pick-card': {
    summary: 'Picks one of three cards that the server draws for this pick (C3, F1)',
    access: 'player',
    limit: 'pick',
    errors: [...playErrors, 'TOO_FAST'],
    bySocket: true,
    hasKey: true,
    body: PickCardBody,
    reply: PickCardReply,
  },
});
