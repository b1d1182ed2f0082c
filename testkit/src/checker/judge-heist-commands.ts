import { isDeepStrictEqual } from 'node:util';
import type { BuyTicketReply, SubmitAnswerReply } from '@copup/shared/heists.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '../history.ts';
import type { HeistFacts } from './heist-facts.ts';

const nameOf = (heistId: number | undefined, userId: string | undefined) => `${heistId} ${userId}`;
const attemptsOf = (history: readonly HistoryEvent[]) =>
  groupByKey(history).filter(({ intent }) => intent.args.heistId !== undefined);
const replyOf = <Reply>({ ends }: Attempts): Reply | undefined =>
  ends.find(({ type }) => type === 'ok')?.reply as Reply | undefined;

/**
 * Checks I4 for heists: an acknowledged ticket or answer exists as its reply says, one without a reply at most once, and
 * none exists that was not requested. Only heists of the history are judged.
 */
export function judgeAcknowledgedHeists(facts: HeistFacts, history: readonly HistoryEvent[]): string[] {
  const attempts = attemptsOf(history);
  const violations: string[] = [];
  const tickets = new Map(facts.tickets.map((row) => [nameOf(row.heistId, row.userId), row]));
  const answers = new Map(facts.heistAnswers.map((row) => [nameOf(row.heistId, row.userId), row]));
  const byCommand = Map.groupBy(attempts, ({ intent }) => intent.command);
  const possible = { 'buy-ticket': new Set<string>(), 'submit-answer': new Set<string>() };
  for (const attempt of byCommand.get('buy-ticket') ?? []) {
    const { args, process } = attempt.intent;
    const name = nameOf(args.heistId, args.userId);
    if (attempt.verdict !== 'fail') possible['buy-ticket'].add(name);
    const reply = replyOf<BuyTicketReply>(attempt);
    if (!reply) continue;
    const row = tickets.get(name);
    if (row?.no !== reply.ticket_no)
      violations.push(
        `${process} bought ticket ${reply.ticket_no} of heist ${args.heistId} and has ${row?.no ?? 'none'}`,
      );
    else if (row.paid !== reply.paid_available + reply.paid_bonus)
      violations.push(
        `${process} paid ${row.paid} for ticket ${row.no} of heist ${args.heistId}, not as replied`,
      );
  }
  for (const attempt of byCommand.get('submit-answer') ?? []) {
    const { args, process } = attempt.intent;
    const name = nameOf(args.heistId, args.userId);
    if (attempt.verdict !== 'fail') possible['submit-answer'].add(name);
    const reply = replyOf<SubmitAnswerReply>(attempt);
    if (!reply) continue;
    const row = answers.get(name);
    if (row?.answer.trim() !== args.text?.trim() || row?.answeredAtMs !== Date.parse(reply.answered_at))
      violations.push(
        `the answer "${args.text}" of ${process} at ${reply.answered_at} is stored as ${row ? `"${row.answer}" at ${new Date(row.answeredAtMs).toISOString()}` : 'nothing'}`,
      );
  }
  const recorded = new Set(attempts.map(({ intent }) => intent.args.heistId));
  for (const name of tickets.keys())
    if (recorded.has(Number.parseInt(name, 10)) && !possible['buy-ticket'].has(name))
      violations.push(`ticket of ${name} belongs to no request`);
  for (const name of answers.keys())
    if (recorded.has(Number.parseInt(name, 10)) && !possible['submit-answer'].has(name))
      violations.push(`answer of ${name} belongs to no request`);
  return violations;
}

/** Checks I8 for heists: all replies to one key are equal. */
export function judgeHeistKeys(history: readonly HistoryEvent[]): string[] {
  return attemptsOf(history).flatMap(({ intent: { command, key }, ends }) => {
    const replies = ends.filter(({ type }) => type === 'ok').map(({ reply }) => reply);
    const isSame = replies.every((reply) => isDeepStrictEqual(reply, replies[0]));
    return isSame ? [] : [`${command} ${key} had different replies`];
  });
}
