import { formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PlayLimits } from '@copup/shared/play-limits.ts';
import { BellRing, ChevronRight, Coffee, DoorClosed, Info, type LucideIcon, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../../realtime/index.ts';
import { Note } from '../../../ui/note.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { FailedRead, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { ExclusionSheet, TimeOutSheet } from '../break-sheets.tsx';
import { HelpLinks } from '../help-links.tsx';
import { LimitCard } from '../limit-card.tsx';
import { LimitSheet } from '../limit-sheet.tsx';
import { usePlayLimits } from '../use-play-limits.ts';
import { breakTitle, signed, signedNaira, spellMoment, spellMonth } from '../words.ts';

/** G1 to G3: limits, breaks and the result of the month. */
export function Page() {
  const { data: limits, isPending, isError, refetch } = usePlayLimits();
  const isLoading = useSteadyLoading(isPending);
  return (
    <Screen title="Limits" backTo={paths.profile}>
      {isLoading ? <Skeletons text="Loading your limits..." count={3} className="h-40" /> : null}
      <FailedRead
        query={{ isError: isError && !isLoading, refetch }}
        message="Your limits could not be loaded"
        isWhole={!limits}
      />
      {limits && !isLoading ? <Content limits={limits} /> : null}
      {isLoading || limits ? null : <HelpLinks />}
    </Screen>
  );
}

type Sheet = 'day' | 'week' | 'time-out' | 'exclusion' | null;

function Content({ limits }: { limits: PlayLimits }) {
  const [sheet, setSheet] = useState<Sheet>(null);
  const isOffline = useConnection() === 'offline';
  const { day, week, leads } = limits;
  const close = () => setSheet(null);
  const isForGood = limits.break !== null && limits.break.until === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start items-start gap-3.5 lg:grid-cols-2 lg:gap-5.5">
      <div className="grid min-w-0 gap-3.5">
        <CurrentBreak limits={limits} />
        <ResultStage month={limits.month} />
        <div className="grid grid-cols-2 gap-3.5">
          <LimitCard
            title="Daily limit"
            period="day"
            limit={day}
            colour="var(--c-brand)"
            isDisabled={isOffline}
            onChange={() => setSheet('day')}
          />
          <LimitCard
            title="Weekly limit"
            period="week"
            limit={week}
            colour="var(--c-warn)"
            isDisabled={isOffline}
            onChange={() => setSheet('week')}
          />
        </div>
        <Hint Icon={Info}>A lower limit counts at once. A higher one counts after 24 hours.</Hint>
      </div>
      <div className="grid min-w-0 gap-3.5">
        {isOffline ? (
          <Note look="offline">Limits and breaks can be changed when you’re back online.</Note>
        ) : null}
        <ul className="divide-y divide-line rounded-lg bg-surface shadow-2">
          <Row
            Icon={BellRing}
            title="Result reminder"
            sub="after every hour of play, with your time and result"
          />
          <Row
            Icon={Coffee}
            title="Take a time-out"
            sub="1 day to 6 weeks"
            isDisabled={isOffline || isForGood}
            onPress={() => setSheet('time-out')}
          />
          <Row
            Icon={DoorClosed}
            title="Close play for longer"
            sub="6 months or for good, can’t be undone"
            isDisabled={isOffline || isForGood}
            onPress={() => setSheet('exclusion')}
          />
        </ul>
        <Hint Icon={Wallet}>
          Your wallet stays open in a break: you can receive coins, send them and cash out.
        </Hint>
        <HelpLinks />
      </div>
      {sheet === 'day' || sheet === 'week' ? (
        <LimitSheet period={sheet} limit={limits[sheet]} onClose={close} />
      ) : null}
      {sheet === 'time-out' ? <TimeOutSheet leads={leads} onClose={close} /> : null}
      {sheet === 'exclusion' ? <ExclusionSheet leads={leads} onClose={close} /> : null}
    </div>
  );
}

/** G2: the break in force, with its end. */
function CurrentBreak({ limits }: { limits: PlayLimits }) {
  const { break: current, leads } = limits;
  if (!current) return null;
  return (
    <Note look="info" role="status" title={breakTitle(current)}>
      {current.until === null ? 'It has no end.' : `It ends on ${spellMoment(current.until)}.`} Your wallet
      stays open.
      {leads.length > 0 ? ' Bids that lead stay and can still win.' : ''}
    </Note>
  );
}

function Hint({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex gap-2 px-1 text-xs text-ink-2">
      <Icon size={16} aria-hidden className="mt-px shrink-0 text-ok" />
      <span>{children}</span>
    </p>
  );
}

interface RowProps {
  Icon: LucideIcon;
  title: string;
  sub: string;
  isDisabled?: boolean;
  /** Without it, the row only informs. */
  onPress?: () => void;
}

function Row({ Icon, title, sub, isDisabled, onPress }: RowProps) {
  const content = (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-[12px] bg-brand-soft text-brand">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{title}</b>
        <span className="block text-sm text-ink-2">{sub}</span>
      </span>
    </>
  );
  const shape = 'flex min-h-17 w-full items-center gap-3 px-3.5 py-3 text-left';
  return (
    <li>
      {onPress ? (
        <button
          type="button"
          onClick={onPress}
          disabled={isDisabled}
          className={`${shape} disabled:cursor-not-allowed disabled:opacity-60`}
        >
          {content}
          <ChevronRight size={20} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      ) : (
        <div className={shape}>{content}</div>
      )}
    </li>
  );
}

const frame =
  'stage adire overflow-hidden rounded-[24px] px-4.5 pt-4.5 [--moon-at:right_-130px_top_-150px] lg:px-6 lg:pt-6';

/** G3: the result of this month. Plain numbers: neither a gain nor a loss has a colour. */
function ResultStage({ month }: { month: PlayLimits['month'] }) {
  const most = Math.max(month.spent, month.won, 1);
  const bars = [
    { name: 'Spent', coins: month.spent, colour: 'bg-[#8ea2ff]' },
    { name: 'Won back', coins: month.won, colour: 'bg-white' },
  ];
  return (
    <section aria-label="Your result this month" className={frame}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm font-semibold text-on-stage-2">
        <h2 className="font-sans text-sm font-semibold tracking-normal">Your result this month</h2>
        <span>{spellMonth(month)}</span>
      </div>
      <p className="mt-3 mb-4 flex flex-wrap items-end justify-between gap-x-3 gap-y-1 font-display font-bold">
        <span className="text-[min(2.375rem,11vw)] leading-none tracking-tight" data-testid="month-net">
          {signed(month.net)}{' '}
          <span className="font-sans text-base font-semibold tracking-normal text-on-stage-2">coins</span>
        </span>
        <span className="text-[1.25rem] leading-none">{signedNaira(month.net)}</span>
      </p>
      <dl className="-mx-4.5 grid gap-2.5 bg-stage-deep px-4.5 py-4 lg:-mx-6 lg:px-6">
        {bars.map(({ name, coins, colour }) => (
          <div key={name} className="flex flex-wrap items-center gap-x-2.5">
            <dt className="min-w-21 text-sm">{name}</dt>
            <dd aria-hidden="true" className="h-2.5 min-w-8 flex-1">
              <i
                className={`block h-full rounded-full ${colour}`}
                style={{ width: `${(Math.max(0, coins) / most) * 100}%` }}
              />
            </dd>
            <dd className="ml-auto text-sm font-bold">{coins < 0 ? signed(coins) : formatNumber(coins)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
