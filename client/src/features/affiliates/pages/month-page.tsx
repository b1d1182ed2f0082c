import type { AffiliateMonth } from '@copup/shared/affiliates.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ChevronRight, Gavel, Share2, Vault } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useServerNow } from '../../../realtime/index.ts';
import { Card } from '../../../ui/card.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { FailedRead, Skeletons } from '../../../ui/states.tsx';
import { MonthStage, useMonth } from '../month-stage.tsx';
import { shareOf } from '../offer-words.ts';
import { rulesButton } from '../rules.tsx';
import { useFollowReferrals } from '../use-follow-referrals.ts';

/** X3. */
const monthName = new Intl.DateTimeFormat('en-NG', { month: 'long', timeZone: 'Africa/Lagos' });
const links = [
  [paths.auctionAffiliate, 'Your auction links'],
  [paths.heistAffiliate, 'Your heist links'],
] as const;
const row = 'flex min-h-15 items-center gap-3 px-4 py-3 font-semibold';

/** T4: this month's referrals; the ring and the bar show the same number. */
export function Page() {
  const { known, isError, refetch } = useMonth();
  const nowMs = useServerNow(60_000);
  useFollowReferrals();
  return (
    <Screen title="This month" backTo={paths.affiliate} aside={rulesButton}>
      <FailedRead query={{ isError, refetch }} message="Failed to load affiliate data." isWhole={!known} />
      {!known && !isError ? (
        <Skeletons text="Loading affiliate data..." count={3} className="h-32 rounded-xl" />
      ) : null}
      {known ? (
        <>
          <MonthStage label="Total affiliates" {...known} note={`in ${monthName.format(nowMs)}`} />
          <Targets month={known.month} />
          <Card>
            <dl className="divide-y divide-line">
              <div className={row}>
                <Gavel size={20} aria-hidden className="text-brand" />
                <dt className="flex-1">Auctions</dt>
                <dd>{formatNumber(known.total.auctions)}</dd>
              </div>
              <div className={row}>
                <Vault size={20} aria-hidden className="text-brand" />
                <dt className="flex-1">Heists</dt>
                <dd>{formatNumber(known.total.heists)}</dd>
              </div>
            </dl>
          </Card>
        </>
      ) : null}
      <Card>
        <nav aria-label="Links" className="divide-y divide-line">
          {links.map(([to, name]) => (
            <Link key={to} to={to} className={row}>
              <Share2 size={20} aria-hidden className="text-brand" />
              <span className="flex-1">{name}</span>
              <ChevronRight size={20} aria-hidden />
            </Link>
          ))}
        </nav>
      </Card>
    </Screen>
  );
}

function Targets({ month }: { month: AffiliateMonth }) {
  const { progress, currentAffiliates: current, totalTarget: target } = month;
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="flex flex-wrap justify-between gap-x-3 font-sans text-base font-semibold tracking-normal">
        <span>Progress to your targets</span> <span>{progress}</span>
      </h2>
      <ProgressBar
        share={shareOf(current, target)}
        label="Progress to your targets"
        text={progress}
        className="h-3.5"
      />
      <p className="text-sm text-ink-2">{remainingText(target - current, target)}</p>
    </Card>
  );
}

function remainingText(left: number, target: number): string {
  if (target === 0) return 'Share a link to start.';
  if (left <= 0) return 'You reached the targets you shared this month.';
  return left === 1
    ? '1 more friend fills every target you shared this month.'
    : `${formatNumber(left)} more friends fill every target you shared this month.`;
}
