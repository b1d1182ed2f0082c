import { contestTiers } from '@copup/shared/contest-tiers.ts';
import type { Contest, ContestKind } from '@copup/shared/contests.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { contestCardRoom } from '@copup/shared/room-names.ts';
import { Check, ChevronDown, Clock, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { headerBalance } from '../../balance/balance-pill.tsx';
import { secondsLeft } from '../../lib/format-time.ts';
import { BuyLink } from '../../parts/buy-link.tsx';
import { ListAge } from '../../parts/list-age.tsx';
import { useRoom, useServerNow } from '../../realtime/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CapacityRing } from '../../ui/capacity-ring.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Coins } from '../../ui/money.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons, useSteadyLoading } from '../../ui/states.tsx';
import { ContestAction } from './contest-action.tsx';
import { KindArt } from './kind-art.tsx';
import { kinds } from './kinds.ts';
import {
  clockText,
  firstOf,
  inTier,
  laterStatus,
  needText,
  phaseOf,
  startText,
  tierTexts,
} from './live-contest.ts';
import { useContests } from './use-contests.ts';

/** The lobby of a kind: description, contests in three tiers, rules, and a link to the coin shop. */
export function Lobby({ kind, children }: { kind: ContestKind; children?: ReactNode }) {
  const texts = kinds[kind];
  const query = useContests(kind);
  const { data, dataUpdatedAt, isPending } = query;
  const isLoading = useSteadyLoading(isPending);
  const contests = isLoading ? undefined : data;
  return (
    <Screen title={texts.title} backTo={paths.games} aside={headerBalance}>
      <section
        aria-label="Introduction"
        className="stage adire flex min-h-37 items-center justify-between gap-3 overflow-hidden rounded-xl px-4.5 py-4 [--moon-at:right_-60px_center] lg:min-h-47 lg:px-8"
      >
        <div className="min-w-0">
          <h2 className="font-display text-[1.375rem] leading-tight lg:text-[2rem]">{texts.lead}</h2>
          <p className="mt-1 text-on-stage-2">{texts.sub}</p>
        </div>
        <KindArt kind={kind} className="h-28 w-34 shrink-0 max-[359px]:hidden lg:h-36 lg:w-60" />
      </section>
      <ListAge readAtMs={contests ? dataUpdatedAt : 0} text="You can join again once your network is back." />
      <FailedRead query={query} isWhole={!contests} message={texts.loadError}>
        We couldn’t load the {kind === 'tap' ? 'contests' : 'games'}. Nothing was spent.
      </FailedRead>
      {isLoading ? <Skeletons text="Loading contests..." count={0} className="" /> : null}
      {contests?.length === 0 ? <Empty kind={kind} /> : null}
      {isLoading || (contests && contests.length > 0) ? <Tiers contests={contests} /> : null}
      <ShowMore query={query} />
      <details className="group rounded-lg bg-surface shadow-2">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between px-4 font-semibold [&::-webkit-details-marker]:hidden">
          How it works
          <ChevronDown size={20} aria-hidden className="group-open:rotate-180" />
        </summary>
        <ul className="grid list-disc gap-1.5 px-4 pb-4 pl-9 text-sm text-ink-2">
          {texts.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
      {children}
      <BuyLink look="line">Short on coins? Visit the coin shop</BuyLink>
    </Screen>
  );
}

/** What the player can do while a kind has no contest: what starts next elsewhere. */
function Empty({ kind }: { kind: ContestKind }) {
  const nowMs = useServerNow();
  const lists = {
    tap: useContests('tap').data,
    card: useContests('card').data,
    math: useContests('math').data,
  };
  const next = firstOf(
    Object.values(lists).flatMap((list) => list ?? []),
    nowMs,
  );
  return (
    <EmptyState
      title={kinds[kind].empty}
      action={
        next ? (
          <div className="flex flex-wrap justify-center gap-2.5">
            {next.status === 'pending' ? <ContestAction contest={next} phase="pending" /> : null}
            <ButtonLink look="line" size="sm" to={kinds[next.kind].lobby}>
              See {kinds[next.kind].title}
            </ButtonLink>
          </div>
        ) : null
      }
    >
      New ones appear here as soon as they open.
      {next ? ` ${isolate(next.title)} ${startText(next, nowMs)}.` : ''}
    </EmptyState>
  );
}

/** Undefined contests are still loading. */
function Tiers({ contests }: { contests: readonly Contest[] | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5.5 lg:grid-cols-3 lg:gap-4">
      {contestTiers.map((tier) => {
        const { name, heading, unit } = tierTexts[tier.name];
        const inside = contests?.filter((contest) => inTier(contest, tier));
        return (
          <section key={name} aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <div className="flex items-baseline justify-between gap-3">
              <h2 className="text-ctl">{name}</h2>
              <span className="text-sm text-ink-3">
                about{' '}
                <span>
                  {heading}
                  {unit}
                </span>
              </span>
            </div>
            {inside?.map((contest) => (
              <ContestCard key={contest.id} contest={contest} />
            ))}
            {inside ? null : <div aria-hidden="true" className="skeleton h-34 rounded-[24px]! lg:h-46" />}
            {inside?.length === 0 ? <p className="text-sm text-ink-3">None open right now.</p> : null}
          </section>
        );
      })}
    </div>
  );
}

/** A contest in a lobby: joined players and the true minimum (C12), prize, time, and the action. */
function ContestCard({ contest }: { contest: Contest }) {
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
        <CapacityRing taken={state.players} least={contest.minimum_users} />
        <div className="min-w-0 flex-[1_1_7rem]">
          <h3 className="text-ctl wrap-anywhere">{contest.title}</h3>
          <p className="mt-0.5 flex items-center gap-1.5 text-ink-2">
            Prize <Coins amount={contest.prize} className="font-semibold" />
          </p>
        </div>
        <ContestAction contest={contest} phase={phase} className="lg:w-full" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2.5 text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          {phase === 'pending' ? <Clock size={18} aria-hidden /> : <Timer size={18} aria-hidden />}
          <b
            className={classNames(
              'inline-block first-letter:uppercase',
              phase === 'live' && left < 60 ? 'text-live-text' : 'text-ink',
            )}
          >
            {phase === 'pending'
              ? startText(contest, nowMs)
              : `${phase === 'live' ? clockText(left) : '0:00'} left`}
          </b>
        </span>
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
