import { findLiveSubject, subjectPage } from './live-subjects.ts';
import { paths } from './page-paths.ts';
import type { Notification } from './users.ts';

/** Null for kinds whose page is that of their subject. */
const pages: Record<Notification['kind'], string | null> = {
  outbid: null,
  ending: null,
  starting: null,
  lost: null,
  refunded: null,
  corrected: null,
  extended: null,
  won: null,
  order: paths.orders,
  received: paths.transactions,
  credited: paths.timeline,
  payment: paths.payments,
  payout: paths.payouts,
  trade: null,
  bet: paths.ownBets,
  task: paths.socialTasks,
  referral: paths.affiliate,
  security: paths.sessions,
};

/** Returns the page of a notification. */
export function noticePath({
  kind,
  subject_kind,
  subject_id: own,
  details,
}: Pick<Notification, 'kind' | 'subject_kind' | 'subject_id' | 'details'>): string | null {
  if (subject_kind === 'bet') return paths.ownBets;
  if (kind === 'trade') return `${paths.traders}?trade=${own}`;
  if (subject_kind === 'referral-task') return paths.referralTasks;
  if (kind === 'order' && subject_kind === 'heist-order') return paths.heistOrders;
  const subject = findLiveSubject(subject_kind);
  const page = kind === 'won' && subject ? subject.won(details).page : pages[kind];
  if (page || !subject) return page ?? null;
  return subjectPage(subject, copyOf(details) ?? own, details.contest);
}

/** A14: the number of the corrected subject that replaces a cancelled one. */
export const copyOf = ({ copy_id: id }: Notification['details']): string | null =>
  typeof id === 'number' ? String(id) : null;
