import type { Contest } from '@copup/shared/contests.ts';
import { contestCardRoom } from '@copup/shared/room-names.ts';
import { Check, Clock, Timer } from 'lucide-react';
import { formatMoment, secondsLeft } from '../../lib/format-time.ts';
import { useRoom, useServerNow } from '../../realtime/index.ts';
import { CapacityRing } from '../../ui/capacity-ring.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Coins } from '../../ui/money.tsx';
import { ContestAction } from './contest-action.tsx';
import { clockText, laterStatus, needText, phaseOf } from './live-contest.ts';

/** A contest in a lobby: joined players and the true minimum (C12), prize, time, and the action. */
export function ContestCard({ contest }: { contest: Contest }) {
  const room = useRoom<'tap'>(contestCardRoom(contest.kind, contest.id));
  const nowMs = useServerNow();
  const state = {
    status: laterStatus(contest.status, room.state?.status),
    endDate: room.state?.endDate ?? Date.parse(contest.end_date),
    players: room.state?.players ?? contest.players,
  };
  const phase = phaseOf(state, nowMs);
  const left = secondsLeft(state.endDate, nowMs);
  return (
    <article
      aria-label={contest.title}
      className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-hidden rounded-[24px] bg-surface shadow-2"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        <CapacityRing taken={state.players} capacity={contest.minimum_users} />
        <div className="min-w-0 flex-[1_1_7rem]">
          <h3 className="text-ctl wrap-anywhere">{contest.title}</h3>
          <p className="mt-0.5 flex items-center gap-1.5 text-ink-2">
            Prize <Coins amount={contest.prize} className="font-semibold" />
          </p>
        </div>
        <ContestAction contest={contest} phase={phase} className="lg:w-full" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2.5 text-sm text-ink-2">
        {phase === 'pending' ? (
          <span className="inline-flex items-center gap-1.5">
            <Clock size={18} aria-hidden />
            Starts <b className="text-ink">{formatMoment(Date.parse(contest.starts_at), nowMs)}</b>
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <Timer size={18} aria-hidden />
            <b className={classNames(phase === 'live' && left < 60 ? 'text-live-text' : 'text-ink')}>
              {phase === 'live' ? clockText(left) : '0:00'}
            </b>
            left
          </span>
        )}
        {contest.joined ? (
          <span className="inline-flex items-center gap-1.5 font-semibold text-ok">
            <Check size={18} aria-hidden />
            You’re in
          </span>
        ) : (
          <span>{needText(state.players, contest.minimum_users)}</span>
        )}
      </div>
    </article>
  );
}
