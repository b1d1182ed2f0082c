import type { BuyTicketReply, SubmitAnswerReply } from '@copup/shared/heists.ts';
import { matchHeistAnswers, matchTickets } from '@copup/testkit/checker/judge-heist-commands.ts';
import { isAnswerOf, usersWhoMayWin } from '@copup/testkit/checker/judge-heists.ts';
import { CommandsVerdict } from '@copup/testkit/checker/match-rows.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '@copup/testkit/history.ts';
import type { Dues } from './dues.ts';
import type { HeistView, PublishedHeist } from './heist-truth.ts';
import type { Reception } from './messages.ts';

interface Ticket {
  userId: string;
  no: number;
}

interface Given {
  published: readonly PublishedHeist[];
  /** Receives what tickets cost and prizes give. */
  dues: Dues;
  history: readonly HistoryEvent[];
  receptions: readonly Reception[];
}

/**
 * Compares heists with the replies to their players: tickets up to the capacity, each number once and none lost; the
 * question reached every holder; one winner, who gave the earliest correct answer or was drawn, and one prize. Pure.
 */
export function judgeHeists({ published, dues, history, receptions }: Given): CommandsVerdict {
  const verdict = new CommandsVerdict();
  const attempts = Map.groupBy(groupByKey(history), ({ intent: { command, args } }) =>
    [command, args.heistId].join(' '),
  );
  for (const one of published) {
    const { heist } = one;
    const own = new CommandsVerdict();
    const report = (text: string) => own.violations.push(text);
    const bought = attempts.get(`buy-ticket ${heist.id}`) ?? [];
    const answers = attempts.get(`submit-answer ${heist.id}`) ?? [];
    const tickets = judgeSales(one, bought, own);
    if (heist.status === 'completed') judgeReceptions(one, tickets, receptions, report);
    matchHeistAnswers(own, answers, storedAnswers(one));
    judgeWinner(one, answers, report);
    verdict.addPart(`heist ${heist.id}`, own);
    if (heist.status === 'completed' && heist.winner !== null) dues.pay(bought, heist.ticket_price);
    for (const { userId, result } of one.views) dues.add(userId, prizeOf(result));
  }
  return verdict;
}

const prizeOf = (result: HeistView['result']): number =>
  (result?.won_available ?? 0) + (result?.won_bonus ?? 0);

/** H2: returns the acknowledged tickets. */
function judgeSales(
  { heist, views }: PublishedHeist,
  bought: readonly Attempts[],
  verdict: CommandsVerdict,
): Ticket[] {
  const { id: heistId, capacity, ticket_price: paid, participant_count: sold } = heist;
  const holders = views.filter(({ joined }) => joined).map(({ userId }) => ({ heistId, userId, paid }));
  matchTickets(verdict, bought, holders);
  const tickets = bought.flatMap((attempt) => {
    const { userId = '' } = attempt.intent.args;
    const reply = replyOf<BuyTicketReply>(attempt);
    return reply ? [{ userId, no: reply.ticket_no }] : [];
  });
  const numbers = new Set<number>();
  for (const { userId, no } of tickets) {
    if (numbers.has(no) || no > capacity)
      verdict.addDoubled(`ticket ${no} of ${capacity} was sold to ${userId}, not as the only one`);
    numbers.add(no);
  }
  const report = (text: string) => verdict.violations.push(text);
  const unknown = bought.filter((attempt) => attempt.verdict === 'unknown');
  if (sold > capacity || sold < tickets.length || sold > tickets.length + unknown.length)
    report(`counts ${sold} tickets of ${capacity}, ${tickets.length} were acknowledged`);
  const isFull = bought.some(({ ends }) =>
    ends.some(({ reply }) => (reply as { code?: string } | undefined)?.code === 'HEIST_FULL'),
  );
  if (isFull && sold < capacity) report(`refused a ticket with ${sold} of ${capacity} sold`);
  return tickets;
}

/** H3: the question was shown to each holder and to no other. Early ones are found when they are received. */
function judgeReceptions(
  { heist, views }: PublishedHeist,
  tickets: readonly Ticket[],
  receptions: readonly Reception[],
  report: (text: string) => void,
): void {
  const received = new Set(
    receptions.filter(({ heistId }) => heistId === heist.id).map(({ userId }) => userId),
  );
  const missing = tickets.filter(({ userId }) => !received.has(userId));
  if (missing.length > 0)
    report(`${missing.length} of ${tickets.length} holders never received the question`);
  // After the end the question is public.
  for (const { username, question } of views)
    if (question !== heist.question) report(`${username} reads "${question}" after the end`);
}

/** The answers as their players read them: the text is shown after the end. */
const storedAnswers = ({ heist, views }: PublishedHeist) =>
  views
    .filter(({ answered }) => answered)
    .map(({ userId, result }) => ({
      heistId: heist.id,
      userId,
      ...(heist.status === 'completed' && { answer: result?.own_answer ?? '' }),
    }));

/** H4: one winner and one prize, or none without a correct answer. */
function judgeWinner(
  { heist, views }: PublishedHeist,
  answers: readonly Attempts[],
  report: (text: string) => void,
): void {
  if (heist.status !== 'completed' && heist.status !== 'cancelled')
    report(`is ${heist.status} after its end`);
  if (heist.pot !== 0) report(`its pot has ${heist.pot}`);
  const isVoid = heist.participant_count < heist.minimum_users;
  if (isVoid !== (heist.status === 'cancelled'))
    report(`is ${heist.status} with ${heist.participant_count} of ${heist.minimum_users} tickets`);
  const won = views.filter(({ result }) => result?.won === true);
  const isRight = isAnswerOf(heist);
  const correct = answers
    .filter(({ intent, verdict }) => verdict !== 'fail' && isRight(intent.args.text ?? ''))
    .map((attempt) => ({
      userId: attempt.intent.args.userId ?? '',
      // A lost reply may belong to an answer at any time.
      at: Date.parse(replyOf<SubmitAnswerReply>(attempt)?.answered_at ?? ''),
    }));
  const certain = correct.filter(({ at }) => Number.isFinite(at));
  const [winner] = won;
  if (!winner) {
    if (heist.winner !== null) report(`its winner ${heist.winner} did not win`);
    if (!isVoid && certain.length > 0) report(`${certain.length} correct answers, and no winner`);
    return;
  }
  if (won.length > 1) report(`${won.length} players won`);
  if (winner.username !== heist.winner) report(`${winner.username} won, its winner is ${heist.winner}`);
  const own = correct.find(({ userId }) => userId === winner.userId);
  if (!own) report(`${winner.username} won without a correct answer`);
  else if (!usersWhoMayWin(heist.winner_rule, correct).has(winner.userId)) {
    const late = own.at - Math.min(...certain.map(({ at }) => at));
    report(`${winner.username} won, ${late} ms after the earliest correct answer`);
  }
  const due = heist.category === 'cash' ? heist.prize : 0;
  const paid = views.reduce((sum, { result }) => sum + prizeOf(result), 0);
  if (paid !== due) report(`paid ${paid} of a prize of ${due} coins`);
}
