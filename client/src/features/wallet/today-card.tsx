import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { userRoom } from '@copup/shared/room-names.ts';
import type { TodayItem } from '@copup/shared/today.ts';
import { ArrowDown, Check, ChevronRight, Crown, Gift, type LucideIcon, Ticket, Vault } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../lib/calls.ts';
import { formatShortDate, formatTime } from '../../lib/format-time.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { CalendarButton } from '../../parts/remind-button.tsx';
import { useRoomChanges, useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

const pages = { ...liveSubjects.auction.rooms, ...liveSubjects.contest.rooms, ...liveSubjects.heist.rooms };
const minuteMs = 60_000;
const atOf = ({ at }: TodayItem) => Date.parse(at);
const isComing = (item: TodayItem, nowMs: number) => item.what !== 'ready' && atOf(item) > nowMs;

type Words = (name: string, coins: string) => string;
const [brand, ok] = ['bg-brand-soft text-brand', 'bg-ok-soft text-ok'];
const ticket: Words = () => 'You hold a ticket';
const looks: Record<TodayItem['what'], readonly [LucideIcon, look: string, title: Words, note: Words]> = {
  leading: [Crown, ok, (name) => `You lead ${name}`, (_, coins) => `${coins} until now`],
  outbid: [ArrowDown, brand, (name) => `${name} ends`, (_, coins) => `Another bidder leads with ${coins}`],
  entered: [Ticket, brand, (name) => `${name} ends`, () => 'You entered'],
  starts: [Ticket, brand, (name) => `${name} starts`, ticket],
  started: [Ticket, brand, (name) => `${name} started`, ticket],
  ticket: [Vault, brand, (name) => `${name} ends`, ticket],
  answered: [Vault, brand, (name) => `${name} ends`, () => 'Your answer is in'],
  won: [Crown, ok, (name) => `You won ${name}`, () => 'See what happens next'],
  over: [Check, brand, (name) => `${name} ended`, () => 'See the result'],
  ready: [Gift, 'bg-coin-soft text-coin-text', (_, coins) => `Affiliate reward, ${coins}`, (name) => name],
};
/** Only a start has the name that its reminder on the page has, so that a calendar keeps both. */
const eventOf = (item: TodayItem) => ({
  name: `${item.name} ${item.what === 'starts' ? 'starts' : 'ends'}`,
  startMs: atOf(item),
  path: `${pathTo(pages[item.kind], item.id)}${item.what === 'starts' ? '' : '#ends'}`,
});

/** What of mine changes today, read again when the own room reports a change and when an item is due. */
export function useOwnToday() {
  const { id: userId } = useSignedInUser();
  const nowMs = useServerNow(minuteMs);
  const read = (signal: AbortSignal) => call('GET /user/today', { signal });
  const { data: items = [], refetch, isLoading, failureCount } = useFresh(['today', userId], read);
  useRoomChanges<'user'>(userRoom(userId), (_, before) => {
    if (before) void refetch();
  });
  const last = useRef(nowMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each minute
  useEffect(() => {
    const beforeMs = last.current;
    last.current = nowMs;
    const isDue = items.some((item) => isComing(item, beforeMs) && !isComing(item, nowMs));
    if (isDue || new Date(beforeMs).getDate() !== new Date(nowMs).getDate()) void refetch();
  }, [nowMs]);
  return { items, nowMs, isFirstRead: isLoading && failureCount === 0 };
}

/** Nothing where nothing of mine changes today. */
export function TodayCard({ items, nowMs }: { items: readonly TodayItem[]; nowMs: number }) {
  if (items.length === 0) return null;
  const coming = items.filter((item) => isComing(item, nowMs));
  const isPast = (item: TodayItem) => item.what !== 'ready' && !coming.includes(item);
  const rowOf = (item: TodayItem) => (
    <Row key={`${item.kind}${item.id}${item.what}`} item={item} nowMs={nowMs} isPast={isPast(item)} />
  );
  return (
    <section aria-labelledby="today" className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="rounded-[24px] bg-surface px-4 py-3 shadow-2">
        <h2 id="today" className="flex min-h-9 items-center justify-between text-[1.375rem]">
          Today
          <small className="font-sans text-sm font-normal text-ink-3">{formatShortDate(nowMs)}</small>
        </h2>
        <ol>
          {items.filter(isPast).map(rowOf)}
          <li className="flex min-h-9 items-center gap-2 text-sm font-semibold text-live-text">
            Now, {formatTime(nowMs)}
            <span aria-hidden="true" className="h-0.5 flex-1 rounded-full bg-live opacity-40" />
          </li>
          {items.filter((item) => !isPast(item)).map(rowOf)}
        </ol>
      </div>
      <div className="grid auto-cols-fr grid-flow-col gap-2.5">
        {coming.length > 0 ? (
          <CalendarButton className="px-2!" events={coming.map(eventOf)}>
            Add to calendar
          </CalendarButton>
        ) : null}
        <ButtonLink look="line" className="px-2!" to={paths.joined}>
          My Auctions
        </ButtonLink>
      </div>
    </section>
  );
}

function Row({ item, nowMs, isPast }: { item: TodayItem; nowMs: number; isPast: boolean }) {
  const isReady = item.what === 'ready';
  const [Icon, look, title, note] = looks[item.what];
  const mark = isPast ? 'bg-sunken' : look;
  const words = [isolate(item.name), inCoins(item.coins ?? 0)] as const;
  const claim = item.kind === 'heist' ? paths.heistAffiliate : paths.auctionAffiliate;
  const [clock, half] = formatTime(atOf(item)).split(' ');
  return (
    <li>
      <Link
        to={isReady ? claim : pathTo(pages[item.kind], item.id)}
        className={classNames(
          'grid min-h-16 grid-cols-[3.5rem_36px_minmax(0,1fr)_auto] items-center gap-2.5 py-1.5',
          isPast && 'text-ink-2',
        )}
      >
        <span className="font-display text-[1.0625rem] leading-tight font-bold tracking-tight tabular-nums">
          {isReady ? 'ready' : clock}
          <small className="block font-sans text-xs font-normal tracking-normal text-ink-3">
            {isReady ? 'to claim' : isPast ? half : timeLeft(atOf(item) - nowMs)}
          </small>
        </span>
        <span aria-hidden="true" className={classNames('grid size-9 place-items-center rounded-full', mark)}>
          {isPast ? <Check size={18} /> : <Icon size={20} />}
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 leading-tight font-semibold wrap-anywhere">{title(...words)}</span>
          <span className="line-clamp-2 text-sm leading-tight text-ink-2">{note(...words)}</span>
        </span>
        {isReady ? (
          <span className="coin-edge mb-[3px] rounded-[12px] bg-coin px-3.5 py-2.5 text-sm font-bold text-on-coin">
            Claim
          </span>
        ) : (
          <ChevronRight size={18} aria-hidden className="text-ink-3" />
        )}
      </Link>
    </li>
  );
}

/** Formats the minutes left: "22 min", "1 h 22". */
function timeLeft(leftMs: number): string {
  const minutes = Math.ceil(leftMs / minuteMs);
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60)];
  return hours === 0 ? `${rest} min` : `${hours} h ${rest.padStart(2, '0')}`;
}
