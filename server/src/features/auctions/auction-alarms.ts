import type { Deps } from '../../deps.ts';
import { isOpen } from './auction-rules.ts';
import type { AuctionRow } from './auctions.queries.ts';

export const START_ALARM = 'auction-start';
export const CLOSE_ALARM = 'auction-close';

/** After the commit that made or moved its times. Bids move `end_date` without it: the alarm then sets itself again. */
export function setAlarms(
  { jobs }: Pick<Deps, 'jobs'>,
  auction: Pick<AuctionRow, 'id' | 'status' | 'startsAt' | 'endDate'>,
): void {
  if (auction.status === 'pending') jobs.setAlarm(START_ALARM, String(auction.id), auction.startsAt);
  if (isOpen(auction)) jobs.setAlarm(CLOSE_ALARM, String(auction.id), auction.endDate);
}
