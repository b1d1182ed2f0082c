import type { Champion, ContestKind } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Calculator, Layers, Pointer } from 'lucide-react';
import { formatMoment } from '../../../lib/format-time.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Arc } from '../../../ui/arc.tsx';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { kinds } from '../kinds.ts';
import { lagosDay, monthEnd, partsOf, type TimeParts } from '../month.ts';
import { championsQuery } from '../queries.ts';

const icons: Record<ContestKind, typeof Layers> = { tap: Pointer, card: Layers, math: Calculator };

/** C11: the countdown to the first of the next month in Lagos, and the month's winners, newest first. */
export function Page() {
  const query = useInfiniteQuery(championsQuery());
  return (
    <Screen title="Monthly champions" backTo={paths.games}>
      <Countdown />
      <SteadyList
        query={query}
        loading="Loading winners..."
        failed="Something went wrong."
        skeleton={{ count: 4, className: 'h-16' }}
        empty={<EmptyState title="No winners yet">The first winner of this month appears here.</EmptyState>}
      >
        {(champions) => <Days champions={champions} />}
      </SteadyList>
      <ShowMore query={query} />
    </Screen>
  );
}

const dials: readonly { part: keyof TimeParts; of: number }[] = [
  { part: 'days', of: 31 },
  { part: 'hours', of: 24 },
  { part: 'minutes', of: 60 },
  { part: 'seconds', of: 60 },
];

function Countdown() {
  const nowMs = useServerNow();
  const { month, next, endMs } = monthEnd(nowMs);
  const parts = partsOf(endMs - nowMs);
  return (
    <section
      aria-label={`${month} ends in`}
      className="stage adire overflow-hidden rounded-xl px-3 py-5 text-center [--moon-at:center] lg:py-8"
    >
      <h2 className="font-display text-[1.5rem] lg:text-[2rem]">{month} ends in</h2>
      <p className="text-on-stage-2">A new list starts on 1 {next}.</p>
      <div role="timer" className="mx-auto mt-4 grid max-w-120 grid-cols-4 gap-2">
        {dials.map(({ part, of }) => (
          <div key={part} className="min-w-0">
            <div className="relative mx-auto max-w-24">
              <svg viewBox="0 0 100 100" aria-hidden="true" className="w-full overflow-visible">
                <circle cx="50" cy="50" r="44" fill="#0f1b5e" stroke="rgba(201,210,255,.2)" strokeWidth="7" />
                <Arc box={100} radius={44} width={7} stroke="#ffb01f" share={parts[part] / of} isMoving />
                <circle
                  cx="50"
                  cy="6"
                  r="6"
                  fill="#fff"
                  stroke="#16277f"
                  strokeWidth="3"
                  transform={`rotate(${(360 * parts[part]) / of} 50 50)`}
                />
              </svg>
              <span className="absolute inset-0 grid place-items-center font-display text-[min(1.75rem,7vw)] leading-none font-bold">
                {part === 'minutes' || part === 'seconds'
                  ? String(parts[part]).padStart(2, '0')
                  : parts[part]}
              </span>
            </div>
            <span className="text-sm text-on-stage-2">{part}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

function Days({ champions }: { champions: readonly Champion[] }) {
  const nowMs = useServerNow(60_000);
  const { username } = useSignedInUser();
  const days = groupBy(champions, ({ timestamp }) => lagosDay(Date.parse(timestamp)));
  return [...days].map(([day, winners], at) => (
    <section key={day} className="grid gap-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-ctl">{dayName(day, nowMs)}</h2>
        {at === 0 ? <span className="text-sm text-ink-3">Newest first</span> : null}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-[24px] bg-surface shadow-2">
        {winners.map((winner) => {
          const Icon = icons[winner.kind];
          const isOwn = winner.username === username;
          return (
            <li
              key={winner.id}
              className={classNames(
                'flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-2',
                isOwn && 'bg-brand-soft',
              )}
            >
              <Avatar name={winner.username} picture={winner.profile || null} size={44} />
              <span className="min-w-0 flex-[1_1_7rem]">
                <b className="block truncate font-semibold">{isOwn ? 'You' : winner.username}</b>
                <span className="flex items-center gap-1.5 text-sm text-ink-2">
                  <Icon size={16} aria-hidden className="shrink-0" />
                  {kinds[winner.kind].name}
                </span>
              </span>
              <span className="grid justify-items-end">
                <Coins amount={winner.awarded_points} className="font-semibold" />
                <time dateTime={winner.timestamp} className="text-sm text-ink-2">
                  {formatMoment(Date.parse(winner.timestamp), Date.parse(winner.timestamp))}
                </time>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}

function dayName(day: number, nowMs: number): string {
  const back = lagosDay(nowMs) - day;
  if (back === 0) return 'Today';
  if (back === 1) return 'Yesterday';
  return new Date(day * 86_400_000).toLocaleDateString('en-NG', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}
