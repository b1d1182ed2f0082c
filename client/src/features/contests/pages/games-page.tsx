import { formatNumber } from '@copup/shared/coins.ts';
import type { ContestKind } from '@copup/shared/contests.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ChevronRight, Crown, ShieldCheck, Timer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { secondsLeft, spellDuration } from '../../../lib/format-time.ts';
import { useShell } from '../../../lib/shell.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Coins } from '../../../ui/money.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { DuelArt, KindArt } from '../kind-art.tsx';
import { kinds } from '../kinds.ts';
import { monthEnd, partsOf } from '../month.ts';
import { type KindActivity, useKindActivity } from '../use-kind-activity.ts';

/** The hub: the prediction, the three kinds of contest, the champions and the draws (X9). */
export function Page() {
  const { gamesParts } = useShell();
  const nowMs = useServerNow(60_000);
  const [tap, card, math] = [useKindActivity('tap'), useKindActivity('card'), useKindActivity('math')];
  const playing = tap.players + card.players + math.players;
  const { month, endMs } = monthEnd(nowMs);
  const { days } = partsOf(endMs - nowMs);
  return (
    <Screen title="Games" aside={headerBalance}>
      <section
        aria-labelledby="prediction"
        className="stage adire overflow-hidden rounded-xl p-4.5 [--moon-at:right_-60px_top_-40px] lg:p-8"
      >
        <DuelArt className="float-right ml-3 h-28 shrink-0 max-[359px]:hidden lg:h-44" />
        <div className="mb-2.5 min-h-[26px]">
          {gamesParts.map((Part, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Part key={nth} />
          ))}
        </div>
        <h2
          id="prediction"
          className="max-w-[9ch] text-wrap font-display text-[2rem] leading-none lg:text-[2.75rem]"
        >
          1 v 1 prediction
        </h2>
        <p className="mt-2 max-w-[30ch] text-on-stage-2">
          One player against one. The winner takes both stakes, less a fee.
        </p>
        <Link
          to={paths.bets}
          className="clear-both mt-4 flex min-h-ctl w-full items-center justify-center rounded-md bg-white px-8 text-ctl font-bold text-[#0f1530] lg:w-60"
        >
          Play
        </Link>
      </section>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-ctl">Contests</h2>
        {playing > 0 ? (
          <span className="inline-flex items-center gap-2 text-sm text-ink-2">
            <span aria-hidden="true" className="size-2 rounded-full bg-live" />
            {formatNumber(playing)} playing now
          </span>
        ) : null}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-5">
        <KindTile kind="tap" activity={tap} />
        <KindTile kind="card" activity={card} />
        <KindTile kind="math" activity={math} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-3 lg:gap-5">
        <Strip
          to={paths.champions}
          Icon={Crown}
          name="Monthly champions"
          text={
            days === 0 ? `Last day of ${month}` : `${days} ${days === 1 ? 'day' : 'days'} left in ${month}`
          }
        />
        <Strip to={paths.cards} Icon={Timer} name="Card Games" text="Every open game in one list" />
        <Strip to={paths.fair} Icon={ShieldCheck} name="Fair draws" text="Check every card in this browser" />
      </div>
    </Screen>
  );
}

function KindTile({ kind, activity }: { kind: ContestKind; activity: KindActivity }) {
  const { isKnown, players, people, own, largestPrize, nowMs } = activity;
  return (
    <Link
      to={kinds[kind].lobby}
      className="flex items-center gap-3.5 rounded-[24px] bg-surface p-2.5 shadow-2"
    >
      <span className="stage adire grid h-22 w-24 shrink-0 place-items-center overflow-hidden rounded-[18px]">
        <KindArt kind={kind} className="h-20 w-22" />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block text-lg font-bold">{kinds[kind].name}</b>
        {largestPrize > 0 ? (
          <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
            Prizes up to <Coins amount={largestPrize} className="font-semibold" />
          </span>
        ) : (
          <span className="block text-sm text-ink-2">{isKnown ? kinds[kind].empty : kinds[kind].lead}</span>
        )}
        {own ? (
          <span className="mt-1 flex items-center gap-2 text-sm font-semibold text-live-text">
            <Timer size={18} aria-hidden className="shrink-0" />
            You’re in. {spellDuration(secondsLeft(Date.parse(own.end_date), nowMs))} left
          </span>
        ) : players > 0 ? (
          <span className="mt-1 flex items-center gap-2 text-sm font-semibold">
            <People people={people} />
            {formatNumber(players)} playing now
          </span>
        ) : null}
      </span>
      <ChevronRight size={20} aria-hidden className="mr-1.5 shrink-0 text-ink-2" />
    </Link>
  );
}

/** Decorative: the number stands beside it. */
function People({ people }: { people: KindActivity['people'] }) {
  if (people.length === 0) return null;
  return (
    <span aria-hidden="true" className="flex shrink-0">
      {people.map(([username, , picture]) => (
        <span key={username} className="-ml-2 rounded-full border-2 border-surface first:ml-0">
          <Avatar name={username} picture={picture ?? null} size={24} />
        </span>
      ))}
    </span>
  );
}

function Strip({ to, Icon, name, text }: { to: string; Icon: typeof Crown; name: string; text: string }) {
  return (
    <Link to={to} className="flex min-h-17 items-center gap-3.5 rounded-[24px] bg-surface px-4 py-2 shadow-2">
      <span className="grid size-11 shrink-0 place-items-center rounded-[14px] bg-brand-soft text-brand">
        <Icon size={22} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{name}</b>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
      <ChevronRight size={20} aria-hidden className="text-ink-2" />
    </Link>
  );
}
