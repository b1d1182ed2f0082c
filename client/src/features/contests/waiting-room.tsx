import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { Contest, ContestKind, ContestState } from '@copup/shared/contests.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { UserRound, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { formatMoment, secondsLeft, spellDuration } from '../../lib/format-time.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { LeaderboardRow } from '../../ui/leaderboard.tsx';
import { announceEveryMs, useCoalesced } from '../../ui/use-coalesced.ts';
import { needText, startText } from './live-contest.ts';
import type { LiveContest } from './use-contest.ts';

/** Seats that are drawn, of which at least `leastFree` are free while the contest needs players. */
const mostSeats = 10;
const leastFree = 3;
/** Seats that are drawn once the minimum is reached. */
const seatsOfMany = 5;
const numeralsFrom = 3;

/** The seats of a contest that the user is not in: those of the minimum, and who is known to sit there. */
export function WaitingRoom<Kind extends ContestKind>({ live }: { live: LiveContest<Kind> }) {
  const { contest, state, phase, nowMs, rows } = live;
  const arrivals = useArrivals(rows);
  const untilStart = phase === 'pending' ? secondsLeft(Date.parse(contest.starts_at), nowMs) : null;
  const text = seatsText(contest, state, nowMs);
  const newest = arrivals.at(-1);
  const spoken = useCoalesced(newest ? `${isolate(newest.name)} is playing. ${text}` : text, announceEveryMs);
  return (
    <div className="grid w-full max-w-120 justify-items-center gap-2 text-center">
      {untilStart !== null && untilStart <= numeralsFrom ? (
        <p role="timer" aria-label={`${spellDuration(untilStart)} to the start`} className="h-32">
          <span
            key={untilStart}
            aria-hidden="true"
            className="inline-block animate-numeral font-display text-[8rem] leading-none font-bold"
          >
            {untilStart}
          </span>
        </p>
      ) : (
        <Seats players={state.players} least={contest.minimum_users} arrivals={arrivals} />
      )}
      <h2 className="mt-1 font-display text-[1.625rem] leading-tight lg:text-[2rem]">
        {untilStart === null
          ? state.players < contest.minimum_users
            ? 'Waiting for players'
            : 'The prize is on'
          : untilStart === 0
            ? 'Starting'
            : `It ${startText(contest, nowMs)}`}
      </h2>
      <p className="leading-snug text-on-stage-2">{text}</p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

/** "2 of 4 seats taken. 2 more players needed by 8:30 pm, or your fee of 20 coins comes back." */
function seatsText(
  { status, minimum_users: least, entry_fee: fee, end_date }: Contest,
  { players, status: now }: Pick<ContestState, 'players' | 'status'>,
  nowMs: number,
): string {
  if (status === 'pending' && now === 'pending')
    return `${formatNumber(least)} ${least === 1 ? 'seat' : 'seats'} to fill, and more can play. They open at the start.`;
  if (players >= least) return `${formatNumber(players)} playing. ${needText(players, least)}.`;
  const by = ` by ${formatMoment(Date.parse(end_date), nowMs)}`;
  const back = fee > 0 ? `, or your fee of ${inCoins(fee)} comes back` : '';
  return `${formatNumber(players)} of ${formatNumber(least)} seats taken. ${needText(players, least)}${by}${back}.`;
}

/**
 * Players in the order in which their first point was seen, so that a new score moves no player to another seat. A room names only
 * those who have one.
 */
function useArrivals(rows: readonly LeaderboardRow[]): readonly LeaderboardRow[] {
  const [arrivals, setArrivals] = useState(rows);
  const known = new Set(arrivals.map(({ id }) => id));
  const later = rows.filter(({ id }) => !known.has(id));
  if (later.length > 0) setArrivals([...arrivals, ...later]);
  return arrivals;
}

interface SeatsProps {
  players: number;
  least: number;
  arrivals: readonly LeaderboardRow[];
}

/** Free seats pulse; a player lands on theirs. */
function Seats({ players, least, arrivals }: SeatsProps) {
  const free = Math.max(0, least - players);
  const drawnFree = Math.min(free, Math.max(mostSeats - players, leastFree));
  const taken = Math.min(players, (free > 0 ? mostSeats : seatsOfMany) - drawnFree);
  const seated = arrivals.slice(-taken || arrivals.length);
  return (
    <ul aria-label="Seats" className="flex max-w-78 flex-wrap justify-center gap-x-2 gap-y-3">
      {Array.from({ length: taken + drawnFree }, (_, at) => {
        const player = at < taken ? seated[at] : undefined;
        const isFree = at >= taken;
        const Icon = isFree ? UserRoundPlus : UserRound;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its position
          <li key={at} className="grid w-14 justify-items-center gap-1 text-xs text-on-stage-2">
            <span
              key={player?.id ?? String(isFree)}
              className={classNames(
                'grid size-11 place-items-center rounded-full',
                isFree
                  ? 'animate-pulse-bead border-2 border-dashed border-[#c9d2ff]'
                  : 'animate-land bg-stage-up',
              )}
            >
              {player ? (
                <Avatar name={player.name} picture={player.picture ?? null} size={44} />
              ) : (
                <Icon size={22} aria-hidden />
              )}
            </span>
            <span className="max-w-full truncate">{player?.name ?? (isFree ? 'Free' : 'Taken')}</span>
          </li>
        );
      })}
    </ul>
  );
}
