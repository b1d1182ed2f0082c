import { isCloseLate, isLate, isStandbyMissing } from '@copup/shared/alert-rules.ts';
import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import type { BackupState, MoneySince, OperatorOverview, WaitingQueue } from '@copup/shared/console.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { Replication } from '@copup/shared/replication.ts';
import { ArrowDownLeft, ArrowUpRight, type LucideIcon, Package, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { capitalized, inWords } from '../../../console/capitalized.ts';
import { signed } from '../../../console/facts.tsx';
import { MetricTiles } from '../../../console/live/metric-tiles.tsx';
import { useLiveRooms } from '../../../console/live/use-live-rooms.ts';
import { showMoment } from '../../../console/local-time.ts';
import { ageWords } from '../../../console/queue/queue-words.ts';
import { useOverview } from '../../../console/use-overview.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, Skeletons } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BankCard } from './bank-card.tsx';
import { decideWords } from './decide-words.ts';
import { OverviewCard } from './overview-card.tsx';
import { RoomsCard } from './rooms-card.tsx';

/** O1: what waits for a decision, coins, health, rooms and jobs. Everything updates by rooms. */
export function Page() {
  const overview = useOverview();
  const { state, trails } = useLiveRooms();
  const nowMs = useServerNow(30_000);
  const [span, setSpan] = useState<Span>('today');
  if (!overview) return <Skeletons text="Loading..." count={4} className="h-15 rounded-lg" />;
  const ageOf = ({ oldest_at }: WaitingQueue) => (oldest_at ? Math.max(0, nowMs - Date.parse(oldest_at)) : 0);
  const waiting = overview.queues.filter((queue) => queue.waiting > 0).sort((a, b) => ageOf(b) - ageOf(a));
  const total = waiting.reduce((sum, queue) => sum + queue.waiting, 0);
  const [oldest] = waiting;
  return (
    <>
      <header className="-mt-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <p role="status" className="text-lg font-semibold">
            {decisionWords(total)}
          </p>
          <p className="text-sm text-ink-2">
            {oldest ? `The oldest is ${ageWords(ageOf(oldest))} old. ` : ''}Everything else runs by itself.
          </p>
        </div>
        <Tabs
          label="Coins since"
          value={span}
          onChange={setSpan}
          tabs={[
            { value: 'today', name: 'Today' },
            { value: 'week', name: '7 days' },
            { value: 'month', name: '30 days' },
          ]}
        />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DecideCard queues={waiting} ageOf={ageOf} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <MoneyCard money={overview.money} audit={overview.audit} span={span} />
          <BankCard />
        </div>
      </div>
      <MetricTiles state={state} points={trails.total} toClient={trails.toClient} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RoomsCard state={state} trails={trails.rooms} />
        <JobsCard {...overview} />
      </div>
    </>
  );
}

function decisionWords(total: number): string {
  if (total === 0) return 'No decision is waiting';
  return total === 1 ? '1 decision is waiting' : `${total} decisions are waiting`;
}

/** Jobs that wait, those that failed, and whether the database has a standby and a backup. */
function JobsCard({ jobs, overdue, replication, backup }: OperatorOverview) {
  const late = overdue.filter(isCloseLate);
  const failed = jobs.reduce((sum, queue) => sum + queue.failed, 0);
  return (
    <OverviewCard
      id="jobs"
      title="Background jobs"
      chip={failed > 0 ? <Chip look="bad">{formatNumber(failed)} failed</Chip> : null}
      link={{ to: operatorPaths.jobs, name: 'All jobs' }}
    >
      <ul aria-label="Background jobs">
        {jobs.map(({ name, waiting, active, later, failed: broken }) => (
          <li
            key={name}
            className="flex min-h-tap flex-wrap items-center gap-x-3 border-t border-line px-4 py-2 text-sm"
          >
            <span className="min-w-0 flex-[1_1_7rem] font-semibold">{capitalized(name)}</span>
            <span className="text-ink-2">
              {formatNumber(waiting + active)} waiting{later > 0 ? `, ${formatNumber(later)} later` : ''}
            </span>
            <span className={broken > 0 ? 'font-semibold text-danger' : 'text-ink-3'}>
              {formatNumber(broken)} failed
            </span>
          </li>
        ))}
      </ul>
      {late.length > 0 ? (
        <HealthLine
          name="Ends"
          details={late.map(({ kind, seconds }) => `${kind}: ${formatNumber(Math.floor(seconds))} s overdue`)}
        >
          <Chip look="bad">Not settled</Chip>
        </HealthLine>
      ) : null}
      <StandbyLine {...replication} />
      <BackupLine {...backup} />
    </OverviewCard>
  );
}

const standbyWords: Readonly<Record<Replication['state'], string>> = {
  unknown: 'Standby not visible',
  none: 'No standby',
  asynchronous: 'Standby not in sync',
  synchronous: 'Standby in sync',
};

/** P9: with the primary, the commits that no standby has are lost. */
function StandbyLine(replication: Replication) {
  const { state, wanted, standbys, slots, unconfirmed } = replication;
  const isMissing = isStandbyMissing(replication);
  const details = [
    ...standbys.map(({ name, behind_bytes }) => `${name} lacks ${formatBytes(behind_bytes ?? 0)}`),
    ...slots.map(({ name, retained_bytes }) => `slot ${name} keeps ${formatBytes(retained_bytes ?? 0)}`),
    ...(wanted && unconfirmed > 0 ? [`${formatNumber(unconfirmed)} commits on the primary only`] : []),
  ];
  return (
    <HealthLine name="Database" details={details}>
      <Chip look={state === 'synchronous' ? 'ok' : isMissing ? 'bad' : 'plain'}>{standbyWords[state]}</Chip>
    </HealthLine>
  );
}

const backupChips = {
  none: <Chip>Never checked</Chip>,
  ok: <Chip look="ok">Restored</Chip>,
  overdue: <Chip look="bad">Overdue</Chip>,
  failed: <Chip look="bad">Not restored</Chip>,
} as const;

/** P9: whether the last backup could be restored, and what would be missing. */
function BackupLine({ state, checked_at, newest_at, missing, bytes, seconds, error }: BackupState) {
  const details = [
    ...(checked_at ? [`checked ${showMoment(checked_at)} in ${Math.ceil(seconds ?? 0)} s`] : []),
    ...(bytes ? [formatBytes(bytes)] : []),
    ...(newest_at ? [`newest transfer ${showMoment(newest_at)}`] : []),
    ...(missing ? [`${formatNumber(missing)} newer postings are not in it`] : []),
    ...(error ? [error] : []),
  ];
  return (
    <HealthLine name="Backup" details={details}>
      {backupChips[state]}
    </HealthLine>
  );
}

function HealthLine({ name, details, children }: { name: string; details: string[]; children: ReactNode }) {
  return (
    <p className="flex min-h-tap flex-wrap items-center gap-x-3 border-t border-line px-4 py-2 text-sm">
      <span className="font-semibold">{name}</span>
      {children}
      <span className="text-ink-2 wrap-anywhere">{capitalized(details.join(', '))}</span>
    </p>
  );
}

type Span = 'today' | 'week' | 'month';
const spanNames: Record<Span, string> = { today: 'today', week: 'in 7 days', month: 'in 30 days' };

interface MoneyCardProps {
  money: OperatorOverview['money'];
  audit: OperatorOverview['audit'];
  span: Span;
}

/** Coins that came in and went out, what players are owed, and the last audit. */
function MoneyCard({ money, audit, span }: MoneyCardProps) {
  const since: MoneySince | null = money[span];
  const { owed } = money;
  const parts = [
    { name: 'Available', coins: owed.available, look: 'bg-brand' },
    { name: 'Held', coins: owed.held, look: 'bg-coin' },
    { name: 'Bonus', coins: owed.bonus, look: 'bg-ok' },
    { name: 'Pots, stock, escrow', coins: owed.other, look: 'bg-ink-3' },
  ];
  return (
    <OverviewCard
      id="money"
      title={`Coins ${spanNames[span]}`}
      chip={<AuditChip audit={audit} />}
      link={{ to: operatorPaths.ledger, name: 'Ledger' }}
      headClass="border-b border-line"
    >
      <dl className="grid grid-cols-2">
        <Figure name="In" value={since ? signed(since.paid_in) : '–'} className="border-r border-line" />
        <Figure name="Out" value={since ? signed(since.paid_out) : '–'} />
      </dl>
      <div className="border-t border-line px-4 py-3">
        <p className="text-sm text-ink-2">Owed{money.as_of ? `, ${showMoment(money.as_of)}` : ''}</p>
        <p className="font-display text-[1.375rem] font-bold">
          {signed(owed.total)}{' '}
          <span className="font-sans text-sm font-normal text-ink-2">{coinWord(owed.total)}</span>
        </p>
        <div aria-hidden="true" className="mt-1.5 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
          {parts.map(({ name, coins, look }) =>
            coins > 0 ? <span key={name} className={look} style={{ flexGrow: coins, minWidth: 2 }} /> : null,
          )}
        </div>
        <ul aria-label="What is owed" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {parts.map(({ name, coins, look }) => (
            <li key={name} className="inline-flex items-center gap-1.5 text-ink-2">
              <span aria-hidden="true" className={`${look} size-2.5 rounded-[3px]`} />
              {name} <b className="font-semibold text-ink">{signed(coins)}</b>
            </li>
          ))}
        </ul>
      </div>
      <p className="border-t border-line px-4 py-2.5 text-xs text-ink-2">
        {since ? `Since ${showMoment(since.since)}. ` : 'The first figures are stored within a minute. '}
        {audit.ended_at ? `Last audit ${showMoment(audit.ended_at)}. ` : 'No audit has run yet. '}
        {audit.ok === false && audit.error ? `${audit.error}. ` : ''}
      </p>
    </OverviewCard>
  );
}

function AuditChip({ audit }: Pick<MoneyCardProps, 'audit'>) {
  if (audit.ok === null) return <Chip>Not audited yet</Chip>;
  return audit.ok ? <Chip look="ok">Books balance</Chip> : <Chip look="bad">Audit found errors</Chip>;
}

function Figure({ name, value, className = '' }: { name: string; value: string; className?: string }) {
  return (
    <div className={`px-4 py-3 ${className}`}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-display text-[1.375rem] font-bold wrap-anywhere">{value}</dd>
    </div>
  );
}

const icons: Readonly<Record<string, LucideIcon>> = {
  payments: ArrowDownLeft,
  payouts: ArrowUpRight,
  orders: Package,
  'heist-orders': Package,
};

interface DecideCardProps {
  queues: readonly WaitingQueue[];
  ageOf: (queue: WaitingQueue) => number;
}

/** The queues in which an item waits for a decision, the oldest first. */
function DecideCard({ queues, ageOf }: DecideCardProps) {
  return (
    <section
      aria-labelledby="decide-now"
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <h2 id="decide-now" className="border-b border-line px-4 py-3.5 text-base">
        Decide now
      </h2>
      {queues.length === 0 ? <EmptyState title="No decision is waiting" /> : null}
      <ul aria-label="Decide now">
        {queues.map((queue) => (
          <Decision key={queue.queue} queue={queue} ageMs={ageOf(queue)} />
        ))}
      </ul>
    </section>
  );
}

function Decision({ queue, ageMs }: { queue: WaitingQueue; ageMs: number }) {
  const { title, detail } = decideWords(queue);
  const isOld = isLate(queue, ageMs);
  const Icon = icons[queue.queue] ?? Users;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={operatorPath(queue.queue)}
        className="flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-sunken"
      >
        <span
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-[12px]',
            isOld ? 'bg-warn-soft text-warn' : 'bg-brand-soft text-brand',
          )}
        >
          <Icon size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">
            {inWords(queue.queue)}, {queue.waiting} waiting:{' '}
          </span>
          <span className="block text-sm font-semibold wrap-anywhere">{title}</span>
          <span className="block truncate text-sm text-ink-2">{detail}</span>
        </span>
        <span
          className={classNames(
            'shrink-0 text-sm whitespace-nowrap',
            isOld ? 'font-semibold text-warn' : 'text-ink-2',
          )}
        >
          {ageWords(ageMs)}
          {isOld ? <span className="sr-only">, late</span> : null}
        </span>
        <span
          aria-hidden="true"
          className="ctl-line hidden min-h-tap items-center rounded-[12px] px-3.5 text-sm font-semibold sm:inline-flex"
        >
          Review
        </span>
      </Link>
    </li>
  );
}
