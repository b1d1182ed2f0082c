import { z } from 'zod';
import { subjectKinds } from './live-subjects.ts';
import { boundedString } from './text.ts';

/** The actions whose consequences the server reads, by kind of item. */
const actions = [
  ...subjectKinds.map((kind) => `${kind}.cancel` as const),
  'user.adjust',
  'payment.approve',
  'payment.record',
  'payment.return',
  'payment.reject',
  'payout.approve',
  'payout.reject',
  'payout.pay',
  'payout.return',
  'trade.approve',
  'trade.reject',
  'order.refund',
  'heist-order.refund',
] as const;

export const ConsequencesParams = z.object({
  action: z.enum(actions),
  id: boundedString(36).regex(/^([1-9]\d{0,8}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
});

const ConsequenceLine = z.object({
  icon: z.enum(['return', 'add', 'notice', 'warn', 'none']),
  text: z.string(),
});
export type ConsequenceLine = z.infer<typeof ConsequenceLine>;

export const Consequences = z.object({
  lines: z.array(ConsequenceLine),
  /**
   * Identifies the facts behind these lines. A command that receives it as `If-Match` is refused with FACTS_CHANGED when
   * they are others; the details of the refusal have the new consequences.
   */
  guard: z.string(),
});
export type Consequences = z.infer<typeof Consequences>;

export const GuardHeaders = z.object({ 'if-match': boundedString(64).optional() });
