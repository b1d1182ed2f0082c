import type { WinnerRule } from '@copup/shared/heists.ts';
import type { HeistFact, HeistFacts } from './heist-facts.ts';
import {
  closeGraceMs,
  describeLateness,
  judgeEach,
  judgeFee,
  judgeFinalRow,
  judgeNotices,
  judgePrize,
} from './judge-pots.ts';

const isOver = ({ status }: HeistFact) => status === 'completed' || status === 'cancelled';
const ofHeist = <Row extends { heistId: number }>(rows: readonly Row[], { id }: HeistFact): Row[] =>
  rows.filter(({ heistId }) => heistId === id);

const eachHeist = (
  { heists }: Pick<HeistFacts, 'heists'>,
  judge: (heist: HeistFact, report: (text: string) => void) => void,
) => judgeEach(heists, ({ id, status }) => `heist ${id} (${status})`, judge);

/** H3, written independently of the server: trims, folds case, strips accents and punctuation, collapses white space. */
const normalized = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{S}]/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/** H3: returns whether a text is one of these accepted answers. */
export function isAnswerOf({ answers }: Pick<HeistFact, 'answers'>): (text: string) => boolean {
  const accepted = new Set(answers.map(normalized));
  return (text) => accepted.has(normalized(text));
}

/**
 * H4: the users who may win: whose correct answer was the earliest, or all where the heist draws. An answer that may have
 * been given at any time, NaN, may win.
 */
export function usersWhoMayWin(
  rule: WinnerRule,
  correct: readonly { userId: string; at: number }[],
): Set<string> {
  const earliest = Math.min(...correct.map(({ at }) => at).filter(Number.isFinite));
  return new Set(correct.flatMap(({ userId, at }) => (rule === 'earliest' && at > earliest ? [] : userId)));
}

/** Returns the correct answers of a heist and their places in the order. */
function correctAnswers(facts: HeistFacts, heist: HeistFact): { userId: string; at: number }[] {
  const isRight = isAnswerOf(heist);
  return ofHeist(facts.heistAnswers, heist)
    .filter(({ answer, isAccepted }) => isAccepted || isRight(answer))
    .map(({ userId, seq }) => ({ userId, at: seq }));
}

/** Checks I3: one final row, and one prize to the winner by H4, or none without a correct answer. */
export const judgeHeistPrizes = (facts: HeistFacts): string[] =>
  eachHeist(facts, (heist, report) => {
    const prizes = ofHeist(facts.heistFlows, heist).filter(({ kind }) => kind === 'prize');
    const notices = ofHeist(facts.heistNotices, heist);
    const items = ofHeist(facts.heistCartItems, heist);
    const correct = correctAnswers(facts, heist);
    judgeFinalRow(isOver(heist), heist, report);
    const sold = ofHeist(facts.tickets, heist).length;
    if (heist.status === 'completed' && sold < heist.minimumUsers)
      report(`was completed with ${sold} of ${heist.minimumUsers} tickets`);
    if (heist.status === 'cancelled' && !heist.isCancelled && sold >= heist.minimumUsers)
      report(`was cancelled with ${sold} of ${heist.minimumUsers} tickets`);
    if (heist.status !== 'completed' || correct.length === 0) {
      if (prizes.length > 0 || items.length > 0) report('paid a prize');
      if (heist.winnerId !== null || notices.length > 0) report('has a winner');
      return;
    }
    const mayWin = usersWhoMayWin(heist.winnerRule, correct);
    if (!mayWin.has(heist.winnerId ?? ''))
      report(`${heist.winnerId} won instead of ${[...mayWin].join(' or ')}`);
    if (heist.category === 'cash')
      judgePrize(heist, { prizes, fees: ofHeist(facts.tickets, heist), payers: 'tickets' }, report);
    else if (prizes.length > 0) report('paid coins for a prize that is not cash');
    const isInCart = heist.category !== 'cash';
    if (items.length !== Number(isInCart) || items.some(({ userId }) => userId !== heist.winnerId))
      report(`${items.length} items in heist carts, ${Number(isInCart)} of the winner is due`);
    judgeNotices(heist, notices, report);
  });

/** Checks I4: tickets have the numbers from 1 without a gap, none beyond the capacity, and the counts are those of the rows. */
export const judgeTickets = (facts: HeistFacts): string[] =>
  eachHeist(facts, (heist, report) => {
    const numbers = ofHeist(facts.tickets, heist)
      .map(({ no }) => no)
      .sort((a, b) => a - b);
    if (numbers.length > heist.capacity) report(`sold ${numbers.length} of ${heist.capacity} tickets`);
    if (heist.participants !== numbers.length)
      report(`counts ${heist.participants} of ${numbers.length} tickets`);
    const wrong = numbers.find((no, at) => no !== at + 1);
    if (wrong !== undefined) report(`ticket ${wrong} is not the next of ${numbers.length}`);
    const holders = new Set(ofHeist(facts.tickets, heist).map(({ userId }) => userId));
    for (const { userId } of ofHeist(facts.heistAnswers, heist))
      if (!holders.has(userId)) report(`${userId} answered without a ticket`);
  });

/** Checks I5: no ticket at or after the start, no answer before the start or at or after the end, answers in order. */
export const judgeHeistTimes = (facts: HeistFacts): string[] =>
  eachHeist(facts, (heist, report) => {
    for (const { no, joinedAtMs } of ofHeist(facts.tickets, heist))
      if (joinedAtMs >= heist.startsAtMs) report(`ticket ${no} was sold after the start`);
    const answers = ofHeist(facts.heistAnswers, heist).sort((a, b) => a.seq - b.seq);
    for (const [at, { seq, answeredAtMs }] of answers.entries()) {
      if (answeredAtMs < heist.startsAtMs || answeredAtMs >= heist.endDateMs)
        report(`answer ${seq} is outside the heist's time`);
      if (seq !== at + 1) report(`answer ${seq} follows answer ${answers[at - 1]?.seq ?? 0}`);
      if (answeredAtMs < (answers[at - 1]?.answeredAtMs ?? 0))
        report(`answer ${seq} is earlier than its predecessor`);
    }
  });

/** Checks I6: pots are empty once the heist is over, and every ticket is spent or refunded. */
export const judgeHeistPots = (facts: HeistFacts): string[] =>
  eachHeist(facts, (heist, report) => {
    if (isOver(heist) && heist.pot !== 0) report(`its pot has ${heist.pot}`);
    const due = {
      price: heist.ticketPrice,
      priceName: 'price',
      subject: 'heist',
      isWon: heist.winnerId !== null,
    };
    const isRefunding = isOver(heist) && !due.isWon;
    for (const ticket of ofHeist(facts.tickets, heist))
      judgeFee(ticket, { ...due, name: `ticket ${ticket.no}`, isRefunding }, report);
  });

/**
 * Checks I9: no heist is unstarted 5 s after its start or open 5 s after its end, or after the end of an injected fault
 * that prevented it.
 */
export const judgeHeistLateness = (facts: HeistFacts & { nowMs: number }, faultEndedAtMs = 0): string[] =>
  eachHeist(facts, (heist, report) => {
    if (heist.isCancelled) return;
    const late = describeLateness(heist, facts.nowMs, faultEndedAtMs);
    if (late !== undefined) report(late);
    const isUnstarted = ['waiting', 'available', 'on_hold'].includes(heist.status);
    if (isUnstarted && facts.nowMs > Math.max(heist.startsAtMs, faultEndedAtMs) + closeGraceMs)
      report(`has not started ${facts.nowMs - heist.startsAtMs} ms past its start`);
  });
