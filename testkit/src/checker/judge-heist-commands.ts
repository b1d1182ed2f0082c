import type { BuyTicketReply, SubmitAnswerReply } from '@copup/shared/heists.ts';
import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '../history.ts';
import type { HeistFacts } from './heist-facts.ts';

const nameOf = (heistId: number | undefined, userId: string | undefined) => `${heistId} ${userId}`;
const attemptsOf = (history: readonly HistoryEvent[]) =>
  groupByKey(history).filter(({ intent }) => intent.args.heistId !== undefined);

/**
 * Checks I4 for heists: an acknowledged ticket or answer exists as its reply says, one without a reply at most once, and
 * none exists that was not requested. Only heists of the history are judged.
 */
export function judgeAcknowledgedHeists(facts: HeistFacts, history: readonly HistoryEvent[]): string[] {
  const attempts = attemptsOf(history);
  const byCommand = Map.groupBy(attempts, ({ intent }) => intent.command);
  const recorded = new Set(attempts.map(({ intent }) => intent.args.heistId));
  const violations: string[] = [];
  /** Compares each acknowledged command with its row. */
  function judge<Row extends { heistId: number; userId: string }, Reply>(
    command: 'buy-ticket' | 'submit-answer',
    noun: string,
    rows: readonly Row[],
    compare: (intent: Attempts['intent'], reply: Reply, row: Row | undefined) => string | undefined,
  ) {
    const byName = new Map(rows.map((row) => [nameOf(row.heistId, row.userId), row]));
    const possible = new Set<string>();
    for (const attempt of byCommand.get(command) ?? []) {
      const name = nameOf(attempt.intent.args.heistId, attempt.intent.args.userId);
      if (attempt.verdict !== 'fail') possible.add(name);
      const reply = replyOf<Reply>(attempt);
      violations.push(...(reply ? [compare(attempt.intent, reply, byName.get(name)) ?? []] : []).flat());
    }
    for (const [name, { heistId }] of byName)
      if (recorded.has(heistId) && !possible.has(name))
        violations.push(`${noun} of ${name} belongs to no request`);
  }
  judge('buy-ticket', 'ticket', facts.tickets, ({ process, args }, reply: BuyTicketReply, row) => {
    if (row?.no !== reply.ticket_no)
      return `${process} bought ticket ${reply.ticket_no} of heist ${args.heistId} and has ${row?.no ?? 'none'}`;
    return row.paid === reply.paid_available + reply.paid_bonus
      ? undefined
      : `${process} paid ${row.paid} for ticket ${row.no} of heist ${args.heistId}, not as replied`;
  });
  judge('submit-answer', 'answer', facts.heistAnswers, ({ process, args }, reply: SubmitAnswerReply, row) =>
    row?.answer.trim() === args.text?.trim() && row?.answeredAtMs === Date.parse(reply.answered_at)
      ? undefined
      : `the answer "${args.text}" of ${process} at ${reply.answered_at} is stored as ${row ? `"${row.answer}" at ${new Date(row.answeredAtMs).toISOString()}` : 'nothing'}`,
  );
  return violations;
}
