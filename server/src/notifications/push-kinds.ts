import type { PushKind } from '@copup/shared/push.ts';
import type { NotificationKind } from '@copup/shared/users.ts';

const kinds: Partial<Record<NotificationKind, PushKind>> = {
  outbid: 'outbid',
  ending: 'ending',
  starting: 'starting',
  won: 'won',
  lost: 'lost',
  refunded: 'coins',
  credited: 'coins',
  received: 'coins',
  payment: 'payment',
  payout: 'payout',
  trade: 'decision',
  task: 'decision',
  security: 'security',
};

/** Returns the kind of push message that repeats a notice; undefined for one that stays in the inbox. */
export function pushKindOf(
  kind: NotificationKind,
  details: Record<string, unknown> = {},
): PushKind | undefined {
  return kind === 'starting' && details.moment === 'start' ? 'question' : kinds[kind];
}
