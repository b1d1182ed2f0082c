import type { ContestKind } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatMoment } from '../../lib/format-time.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Coins } from '../../ui/money.tsx';
import { championsQuery } from './queries.ts';

const mostWinners = 3;
const recentMs = 86_400_000;

/** The last winners of a kind within a day; nothing if there was none. */
export function HappeningNow({ kind, nowMs }: { kind: ContestKind; nowMs: number }) {
  const { data = [] } = useInfiniteQuery(championsQuery());
  const winners = data
    .filter((winner) => winner.kind === kind && nowMs - Date.parse(winner.timestamp) < recentMs)
    .slice(0, mostWinners);
  if (winners.length === 0) return null;
  return (
    <section aria-label="Happening now" className="px-4.5 pt-4 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-ctl">Happening now</h2>
        <Link to={paths.champions} className="grid min-h-tap items-center text-sm font-semibold text-brand">
          All winners
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {winners.map(({ id, username, profile, awarded_points, timestamp }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-1.5">
            <Avatar name={username} picture={profile || null} size={34} />
            <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
              <b className="font-semibold">{username}</b> won <Coins amount={awarded_points} />
            </span>
            <time dateTime={timestamp} className="shrink-0 text-sm text-ink-2">
              {formatMoment(Date.parse(timestamp), nowMs)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
