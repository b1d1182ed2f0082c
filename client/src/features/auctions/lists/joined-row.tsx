import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ArrowDown, CircleMinus, Clock, Crown } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { formatMoment } from '../../../lib/format-time.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Coins } from '../../../ui/money.tsx';
import { toast } from '../../../ui/toast.ts';
import type { JoinedLook, JoinedState } from './joined-state.ts';
import { shortDay, shortRemaining } from './short-times.ts';
import type { JoinedRowView } from './use-joined-rows.ts';

const colours: Record<JoinedLook, string> = { hot: 'text-live-text', ok: 'text-ok', plain: 'text-ink-2' };
const edges: Record<JoinedLook, string> = {
  hot: 'shadow-[inset_0_0_0_2px_var(--c-live-text),var(--sh-2)]',
  ok: 'shadow-[inset_0_0_0_2px_var(--c-ok),var(--sh-2)]',
  plain: 'shadow-2',
};

/** One joined auction: its state first, then name, price and time. */
export function JoinedRow({ row: { auction, live, state, left, nowMs } }: { row: JoinedRowView }) {
  const isOver = state.group === 'over';
  const action = actionOf(state);
  const path = pathTo(paths.auction, auction.id);
  const Icon = iconOf(state);
  const isLost = state.filter === 'lost' || state.filter === 'ended';
  return (
    <article
      aria-label={auction.name}
      className={classNames(
        'grid items-center gap-x-3 gap-y-3 rounded-[20px] bg-surface',
        isOver
          ? 'grid-cols-[56px_minmax(0,1fr)] px-3 py-2.5 shadow-1'
          : 'grid-cols-[76px_minmax(0,1fr)] p-3 lg:grid-cols-[84px_minmax(0,1fr)]',
        !isOver && action !== null && 'lg:grid-cols-[84px_minmax(0,1fr)_150px]',
        !isOver && (state.group === 'needs' ? edges[state.look] : 'shadow-2'),
      )}
    >
      <ItemPicture
        item={auction}
        sizes="84px"
        className={isOver ? 'size-14 opacity-80 saturate-30' : 'size-19 lg:size-21'}
      />
      <div className="min-w-0">
        <p className="flex items-center justify-between gap-2">
          <span
            className={classNames(
              'inline-flex items-center gap-1.5 text-[0.9375rem] font-bold',
              colours[state.look],
            )}
          >
            <Icon size={18} aria-hidden />
            {state.word}
          </span>
          <span
            className={classNames(
              'font-display text-[1.125rem] leading-tight font-bold tracking-tight tabular-nums',
              state.look === 'hot' && 'text-live-text',
            )}
          >
            {timeOf(state, { left, startsAt: auction.starts_at, at: auction.status_at, nowMs })}
          </span>
        </p>
        <h3 className="mt-px mb-0.5 line-clamp-2 font-sans text-base leading-tight font-semibold tracking-normal">
          <Link to={path} className="hover:underline">
            {auction.name}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
          {isLost ? null : <Coins amount={live.price} className="font-semibold text-ink" />}
          {state.note}
        </p>
      </div>
      {action === 'check-out' ? (
        <ButtonLink size="sm" to={paths.checkout} className="col-span-full lg:col-span-1">
          Check out
        </ButtonLink>
      ) : null}
      {action === 'bid' ? <PlaceBid path={path} isLive={live.status === 'active'} look={state.look} /> : null}
    </article>
  );
}

/** Opens the auction only while it is active. */
function PlaceBid({ path, isLive, look }: { path: string; isLive: boolean; look: JoinedLook }) {
  const navigate = useNavigate();
  return (
    <Button
      look={isLive && look !== 'ok' ? 'ink' : 'line'}
      size="sm"
      onClick={() => {
        if (isLive) void navigate(path);
        else toast.error('This auction is not currently active.');
      }}
      className="col-span-full lg:col-span-1"
    >
      Place Bid
    </Button>
  );
}

function actionOf({ filter, group }: JoinedState): 'bid' | 'check-out' | null {
  if (filter === 'live') return 'bid';
  return filter === 'won' && group === 'needs' ? 'check-out' : null;
}

function iconOf({ look, filter, word }: JoinedState) {
  if (look === 'hot') return ArrowDown;
  if (look === 'ok') return Crown;
  return filter === 'live' && word !== 'Closing' ? Clock : CircleMinus;
}

interface Times {
  left: number;
  startsAt: string;
  /** Since when it has its status. */
  at: string;
  nowMs: number;
}

function timeOf({ filter, word }: JoinedState, { left, startsAt, at, nowMs }: Times): string {
  if (word === 'Starts soon') return formatMoment(Date.parse(startsAt), nowMs);
  return filter === 'live' ? shortRemaining(left) : shortDay(Date.parse(at), nowMs);
}
