import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import type { MoneySince, OperatorOverview } from '@copup/shared/console.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { showMoment } from '../../../console/local-time.ts';
import { Chip } from '../../../ui/chip.tsx';

export type Span = 'today' | 'week' | 'month';
const spanNames: Record<Span, string> = { today: 'today', week: 'in 7 days', month: 'in 30 days' };
const signed = (coins: number) => `${coins < 0 ? '−' : ''}${formatNumber(Math.abs(coins))}`;

interface MoneyCardProps {
  money: OperatorOverview['money'];
  audit: OperatorOverview['audit'];
  span: Span;
}

/** Coins that came in and went out, what players are owed, and the last audit. */
export function MoneyCard({ money, audit, span }: MoneyCardProps) {
  const since: MoneySince | null = money[span];
  const { owed } = money;
  const parts = [
    { name: 'Available', coins: owed.available, look: 'bg-brand' },
    { name: 'Held', coins: owed.held, look: 'bg-coin' },
    { name: 'Bonus', coins: owed.bonus, look: 'bg-ok' },
    { name: 'Pots, stock, escrow', coins: owed.other, look: 'bg-ink-3' },
  ];
  return (
    <section aria-labelledby="money" className="overflow-hidden rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-3">
        <h2 id="money" className="text-base">
          Coins {spanNames[span]}
        </h2>
        <AuditChip audit={audit} />
        <Link
          to={operatorPath(operatorPaths.ledger)}
          className="ml-auto inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          Ledger
        </Link>
      </header>
      <dl className="grid grid-cols-2">
        <Figure name="In" value={since ? signed(since.paid_in) : '–'} className="border-r border-line" />
        <Figure name="Out" value={since ? signed(since.paid_out) : '–'} />
      </dl>
      <div className="border-t border-line px-4 py-3">
        <p className="text-sm text-ink-2">Owed</p>
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
    </section>
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
