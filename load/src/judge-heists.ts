import type { BuyTicketReply, SubmitAnswerReply } from '@copup/shared/heists.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '@copup/testkit/history.ts';
import { CommandsVerdict, type Dues } from './dues.ts';
import { hasAnswer } from './heist-texts.ts';
import type { HeistView, PublishedHeist } from './heist-truth.ts';
import type { Reception } from './messages.ts';

interface Ticket {
  userId: string;
  no: number;
  paid: number;
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
    const report = (text: string) => verdict.violations.push(`heist ${heist.id}: ${text}`);
    const bought = attempts.get(`buy-ticket ${heist.id}`) ?? [];
    const answers = attempts.get(`submit-answer ${heist.id}`) ?? [];
    const tickets = judgeSales(one, bought, verdict, report);
    if (heist.status === 'completed') judgeReceptions(one, tickets, receptions, report);
    judgeAnswers(one, answers, verdict, report);
    judgeWinner(one, answers, report);
    const isSpent = heist.status === 'completed' && heist.winner !== null;
    for (const { userId, paid } of isSpent ? tickets : []) dues.add(userId, -paid);
    for (const { intent, verdict: outcome } of isSpent ? bought : [])
      if (outcome === 'unknown') dues.mayAdd(intent.args.userId ?? '', -heist.ticket_price);
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
  report: (text: string) => void,
): Ticket[] {
  const { capacity, participant_count: sold } = heist;
  const tickets: Ticket[] = [];
  const numbers = new Set<number>();
  const joined = new Set(views.filter((view) => view.joined).map(({ userId }) => userId));
  for (const attempt of bought) {
    const reply = replyOf<BuyTicketReply>(attempt);
    if (!reply) continue;
    verdict.acknowledged += 1;
    const { userId = '' } = attempt.intent.args;
    const paid = reply.paid_available + reply.paid_bonus;
    tickets.push({ userId, no: reply.ticket_no, paid });
    if (paid !== heist.ticket_price) report(`ticket ${reply.ticket_no} cost ${paid}`);
    if (numbers.has(reply.ticket_no) || reply.ticket_no > capacity) {
      verdict.doubled += 1;
      report(`ticket ${reply.ticket_no} of ${capacity} was sold to ${userId}, not as the only one`);
    }
    numbers.add(reply.ticket_no);
    if (joined.delete(userId)) continue;
    verdict.lost += 1;
    report(`ticket ${reply.ticket_no} of ${userId} does not exist`);
  }
  const unknown = bought.filter((attempt) => attempt.verdict === 'unknown');
  for (const { intent } of unknown) joined.delete(intent.args.userId ?? '');
  if (joined.size > 0) report(`${joined.size} players have tickets that they did not buy`);
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

function judgeAnswers(
  { heist, views }: PublishedHeist,
  answers: readonly Attempts[],
  verdict: CommandsVerdict,
  report: (text: string) => void,
): void {
  const byUser = new Map(views.map((view) => [view.userId, view]));
  for (const attempt of answers) {
    if (!replyOf(attempt)) continue;
    verdict.acknowledged += 1;
    const { userId = '', text } = attempt.intent.args;
    const view = byUser.get(userId);
    const isStored = view?.answered === true;
    if (isStored && (heist.status !== 'completed' || view.result?.own_answer?.trim() === text?.trim()))
      continue;
    verdict.lost += 1;
    report(`the answer "${text}" of ${userId} is stored as ${view?.result?.own_answer ?? 'nothing'}`);
  }
}

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
  const correct = answers
    .filter(({ intent, verdict }) => verdict !== 'fail' && isRight(intent.args.text))
    .map((attempt) => ({
      userId: attempt.intent.args.userId,
      // A lost reply may belong to an answer at any time.
      atMs: Date.parse(replyOf<SubmitAnswerReply>(attempt)?.answered_at ?? ''),
    }));
  const certain = correct.filter(({ atMs }) => Number.isFinite(atMs));
  const [winner] = won;
  if (!winner) {
    if (heist.winner !== null) report(`its winner ${heist.winner} did not win`);
    if (!isVoid && certain.length > 0) report(`${certain.length} correct answers, and no winner`);
    return;
  }
  if (won.length > 1) report(`${won.length} players won`);
  if (winner.username !== heist.winner) report(`${winner.username} won, its winner is ${heist.winner}`);
  const own = correct.find(({ userId }) => userId === winner.userId);
  const earliestMs = Math.min(...certain.map(({ atMs }) => atMs));
  if (!own) report(`${winner.username} won without a correct answer`);
  else if (heist.winner_rule === 'earliest' && own.atMs > earliestMs)
    report(`${winner.username} won, ${own.atMs - earliestMs} ms after the earliest correct answer`);
  const due = heist.category === 'cash' ? heist.prize : 0;
  const paid = views.reduce((sum, { result }) => sum + prizeOf(result), 0);
  if (paid !== due) report(`paid ${paid} of a prize of ${due} coins`);
}

/** The right spellings that players type (see `typedAnswer`). */
const isRight = (text = ''): boolean => {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ');
  return hasAnswer(plain) || /reponse \d/.test(plain);
};
