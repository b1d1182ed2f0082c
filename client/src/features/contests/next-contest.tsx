import type { ContestKind } from '@copup/shared/contests.ts';
import { secondsLeft } from '../../lib/format-time.ts';
import { useServerNow } from '../../realtime/index.ts';
import { CapacityRing } from '../../ui/capacity-ring.tsx';
import { Coins } from '../../ui/money.tsx';
import { JoinButton } from './contest-action.tsx';
import { clockText, nextOf } from './live-contest.ts';
import { useContests } from './use-contests.ts';

interface NextContestProps {
  kind: ContestKind;
  /** The contest that is over. */
  id: number;
  /** On the winner's screen, where the contest's own title is the heading. */
  isOnStage?: boolean;
}

/** The running contest of the same kind that needs the fewest players, after the end of another one. */
export function NextContest({ kind, id, isOnStage = false }: NextContestProps) {
  const { data } = useContests(kind);
  const nowMs = useServerNow();
  const next = nextOf(data ?? [], id, nowMs);
  if (!next) return null;
  const left = secondsLeft(Date.parse(next.end_date), nowMs);
  return (
    <section aria-label="Try this one next" className="mt-4">
      <h3 className={isOnStage ? 'sr-only' : 'mb-2 text-base font-semibold'}>Try this one next</h3>
      <div
        className={`flex flex-wrap items-center gap-3 rounded-[18px] p-3.5 ${isOnStage ? 'bg-stage-up text-left' : 'ctl-line'}`}
      >
        {isOnStage ? null : <CapacityRing taken={next.players} least={next.minimum_users} />}
        <span className="min-w-0 flex-[1_1_7rem]">
          <b className="block font-semibold wrap-anywhere">{next.title}</b>
          <span
            className={`flex flex-wrap items-center gap-x-1.5 text-sm ${isOnStage ? 'text-on-stage-2' : 'text-ink-2'}`}
          >
            <span>
              Prize <Coins amount={next.prize} />,
            </span>
            <span>{clockText(left)} left</span>
          </span>
        </span>
        <JoinButton contest={next} />
      </div>
    </section>
  );
}
