import type { BuyTicketReply, SubmitAnswerReply } from '@copup/shared/heists.ts';
import { type Attempts, groupByKey, type HistoryEvent } from '../history.ts';
import type { HeistFacts, OfUser } from './heist-facts.ts';
import { CommandsVerdict, matchRows } from './match-rows.ts';

const ofUser = {
  requestOf: ({ args }: Attempts['intent']) => `${args.heistId} ${args.userId}`,
  requestFor: ({ heistId, userId }: OfUser) => `${heistId} ${userId}`,
};

/** I4: tickets against the replies to the players who bought them. A number that cannot be read is undefined. */
export function matchTickets(
  verdict: CommandsVerdict,
  attempts: readonly Attempts[],
  tickets: readonly (OfUser & { no?: number; paid: number })[],
): void {
  const bought = attempts.filter(({ intent }) => intent.command === 'buy-ticket');
  matchRows(verdict, bought, tickets, {
    ...ofUser,
    isAsReplied: ({ ticket_no, paid_available, paid_bonus }: BuyTicketReply, { no = ticket_no, paid }) =>
      no === ticket_no && paid === paid_available + paid_bonus,
    lost: ({ process }, { ticket_no }, row) =>
      `ticket ${ticket_no} of ${process} ${row ? `is ${row.no ?? ticket_no} for ${row.paid}, not as replied` : 'does not exist'}`,
    doubled: ({ heistId, userId }) => `${userId} has a ticket of heist ${heistId} that they did not buy`,
  });
}

/** I4: answers against the replies to their players. What cannot be read of an answer is undefined. */
export function matchHeistAnswers(
  verdict: CommandsVerdict,
  attempts: readonly Attempts[],
  answers: readonly (OfUser & { answer?: string; answeredAtMs?: number })[],
): void {
  const given = attempts.filter(({ intent }) => intent.command === 'submit-answer');
  matchRows(verdict, given, answers, {
    ...ofUser,
    isAsReplied: ({ answered_at }: SubmitAnswerReply, row, { args: { text = '' } }) => {
      const { answer = text, answeredAtMs = Date.parse(answered_at) } = row;
      return answer.trim() === text.trim() && answeredAtMs === Date.parse(answered_at);
    },
    lost: ({ process, args }, { answered_at }, row) =>
      `the answer "${args.text}" of ${process} at ${answered_at} is stored as ${row?.answer ? `"${row.answer}" at ${row.answeredAtMs}` : 'nothing'}`,
    doubled: ({ heistId, userId }) => `${userId} has an answer in heist ${heistId} that they did not give`,
  });
}

/**
 * Checks I4 for heists: an acknowledged ticket or answer exists as its reply says, one without a reply at most once, and
 * none exists that was not requested. Only heists of the history are judged.
 */
export function judgeAcknowledgedHeists(facts: HeistFacts, history: readonly HistoryEvent[]): string[] {
  const verdict = new CommandsVerdict();
  const attempts = groupByKey(history);
  const recorded = new Set(attempts.map(({ intent }) => intent.args.heistId));
  const isRecorded = ({ heistId }: OfUser) => recorded.has(heistId);
  matchTickets(verdict, attempts, facts.tickets.filter(isRecorded));
  matchHeistAnswers(verdict, attempts, facts.heistAnswers.filter(isRecorded));
  return verdict.violations;
}
