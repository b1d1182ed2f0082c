import type { HistoryEvent } from '../history.ts';
import { ada, bola, endMs, recordEvents, startMs } from './auction-world.fixture.ts';
import type { HeistFact, HeistFacts } from './heist-facts.ts';
import type { WatcherRecord } from './judge-watchers.ts';

export interface HeistFixture {
  facts: HeistFacts;
  history: HistoryEvent[];
  watchers: WatcherRecord[];
}

/**
 * Three heists with consistent data: bola won the coins of 3001, whose only correct answer is hers; 3002 had too few
 * tickets and was cancelled; in 3003 both answered rightly and bola drew the product.
 */
export function soundHeists(): HeistFixture {
  const shared = {
    realm: 1,
    finalStatus: null,
    category: 'cash',
    prize: 12,
    ticketPrice: 5,
    winnerRule: 'earliest',
    capacity: 2,
    minimumUsers: 2,
    question: 'Which city has the Third Mainland Bridge?',
    answers: ['Lagos', 'Èkó'],
    opensAtMs: startMs - 60_000,
    startsAtMs: startMs,
    endDateMs: endMs,
    pot: 0,
    participants: 2,
    version: 6,
    winnerId: bola,
    wonAvailable: null,
    wonBonus: null,
    settledAtMs: endMs + 20,
    isCancelled: false,
  } as const;
  const heists: HeistFact[] = [
    {
      ...shared,
      id: 3001,
      status: 'completed',
      answers: [...shared.answers],
      wonAvailable: 10,
      wonBonus: 2,
    },
    {
      ...shared,
      id: 3002,
      status: 'cancelled',
      answers: [...shared.answers],
      participants: 1,
      winnerId: null,
      settledAtMs: startMs + 20,
      isCancelled: true,
    },
    {
      ...shared,
      id: 3003,
      status: 'completed',
      answers: [...shared.answers],
      category: 'product',
      winnerRule: 'draw',
    },
  ];
  const ticket = (heistId: number, userId: string, no: number) => {
    const isRefunded = heistId === 3002;
    const coins = { paid: 5, fee: 5, available: 5, refund: isRefunded ? 5 : 0, isRefunded };
    return { heistId, userId, no, joinedAtMs: startMs - 1_000 * (3 - no), ...coins };
  };
  const answer = (heistId: number, userId: string, seq: number, text: string) => ({
    heistId,
    userId,
    seq,
    answer: text,
    answeredAtMs: startMs + 1_000 * seq,
    isAccepted: false,
  });
  const facts: HeistFacts = {
    heists,
    tickets: [
      ticket(3001, ada, 1),
      ticket(3001, bola, 2),
      ticket(3002, ada, 1),
      ticket(3003, ada, 1),
      ticket(3003, bola, 2),
    ],
    heistAnswers: [
      answer(3001, ada, 1, 'Ibadan'),
      answer(3001, bola, 2, '  LAGOS! '),
      answer(3003, ada, 1, 'èko'),
      answer(3003, bola, 2, 'lagos'),
    ],
    heistFlows: [
      { heistId: 3001, kind: 'prize', account: 'available', userId: bola, amount: 10, transfers: 1 },
      { heistId: 3001, kind: 'prize', account: 'bonus', userId: bola, amount: 2, transfers: 1 },
      { heistId: 3002, kind: 'refund', account: 'available', userId: ada, amount: 5, transfers: 1 },
    ],
    heistNotices: [
      { heistId: 3001, userId: bola },
      { heistId: 3003, userId: bola },
    ],
    heistCartItems: [{ heistId: 3003, userId: bola }],
  };
  return { facts, history: soundCommands(facts), watchers: soundWatchers() };
}

function soundWatchers(): WatcherRecord[] {
  const times = { startsAt: startMs, endDate: endMs };
  const question = 'Which city has the Third Mainland Bridge?';
  const shared = { watcher: 'w4', epoch: 3, version: 6 };
  return [
    {
      ...shared,
      room: 'heist:3001',
      version: 6 * 2 ** 17 + 2,
      state: { status: 'completed', participants: 2, left: 0, opensAt: startMs - 60_000, ...times },
    },
    { ...shared, room: 'vault:3001', state: { status: 'completed', question, ...times } },
    { ...shared, room: 'vault:3002', state: { status: 'cancelled', question: null, ...times } },
  ];
}

/** Two replies to each key: the first one was lost. */
function soundCommands({ tickets, heistAnswers }: HeistFacts): HistoryEvent[] {
  const { events, add } = recordEvents();
  for (const { heistId, userId, no, paid } of tickets)
    add(
      { command: 'buy-ticket', key: `ticket ${no}`, args: { heistId, userId } },
      { type: 'unknown' },
      { type: 'ok', reply: { message: '', ticket_no: no, paid_available: paid, paid_bonus: 0 } },
    );
  for (const { heistId, userId, seq, answer, answeredAtMs } of heistAnswers)
    add(
      { command: 'submit-answer', key: `answer ${seq}`, args: { heistId, userId, text: answer } },
      { type: 'ok', reply: { message: '', answered_at: new Date(answeredAtMs).toISOString() } },
    );
  return events;
}
