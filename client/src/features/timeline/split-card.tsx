import { coinWord, formatNumber } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { transferTitle } from '../../balance/entry-words.ts';
import { useBalance, useBalanceHidden } from '../../balance/use-balance.ts';
import { Coin } from '../../ui/art/coin.tsx';
import { classNames } from '../../ui/class-names.ts';
import { hiddenAmount, sizeOfNumber } from '../../ui/money.tsx';
import { useHolds } from './use-timeline.ts';

/** The balance in its two kinds of coins, and what the held ones are reserved for. */
export function SplitCard() {
  const balance = useBalance();
  const { isHidden } = useBalanceHidden();
  const holds = useHolds().data?.items ?? [];
  const { available = 0, held = 0, bonus = 0, task = 0 } = balance ?? {};
  const show = (coins: number) => (isHidden ? hiddenAmount : balance ? formatNumber(coins) : '–');
  const halves = [
    { name: 'To bid or cash out', coins: available, dot: 'bg-[#8e9bff]', note: 'bought, won, received' },
    { name: 'For entries', coins: bonus, dot: 'bg-[#4cd08d]', note: 'bonus coins' },
  ];
  const lines = [
    ...(task > 0
      ? [{ id: 'task', path: paths.tasks, note: 'Task coins, which become bonus coins', name: show(task) }]
      : []),
    ...holds.map(({ id, path, amount, subject_name: name, subject_kind: kind }) => ({
      ...{ id, path, note: `${show(amount)} ${coinWord(amount)} held for` },
      name: name ?? (kind === 'payout' ? 'Payout' : transferTitle('bid_hold')),
    })),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section aria-label="Your balance" className="stage adire overflow-hidden rounded-xl text-white">
        <Together coins={available + bonus}>{show(available + bonus)}</Together>
        <dl className="grid grid-cols-2 divide-x divide-white/20 border-t border-white/20 bg-black/20">
          {halves.map(({ name, coins, dot, note }) => (
            <div key={name} className="min-w-0 px-5 py-4">
              <dt className="text-sm text-on-stage-2">
                <span
                  aria-hidden="true"
                  className={classNames(dot, 'mr-2 inline-block size-2.5 rounded-sm')}
                />
                {name}
              </dt>
              <dd className="font-display text-[min(1.5rem,6.5vw)] font-bold wrap-anywhere">{show(coins)}</dd>
              <dd className="text-xs text-on-stage-2">{note}</dd>
            </div>
          ))}
        </dl>
        {held > 0 ? (
          <p className="border-t border-white/20 bg-black/20 px-5 py-3 text-sm text-on-stage-2">
            <b className="font-semibold text-white">{show(held)}</b> more {held === 1 ? 'is' : 'are'} held and
            not in these numbers.
          </p>
        ) : null}
      </section>
      {lines.length > 0 ? (
        <ul
          aria-label="Held and task coins"
          className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-2"
        >
          {lines.map(({ id, path, ...line }) => (
            <li key={id}>
              <Line path={path} {...line} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Together({ coins, children }: { coins: number; children: string }) {
  return (
    <p className="grid gap-1 p-5 pb-4">
      <span className="text-sm font-semibold text-on-stage-2">Together</span>
      <span
        className={classNames(
          'flex items-center gap-[0.2em] font-display leading-none font-bold',
          sizeOfNumber(coins),
        )}
      >
        <Coin className="size-[0.8em] shrink-0" />
        {children}
      </span>
    </p>
  );
}

interface LineProps {
  path: string | null;
  note: string;
  name: string;
}

function Line({ path, note, name }: LineProps) {
  const text = (
    <>
      <span className="block text-sm text-ink-2">{note}</span>
      <span className="block font-semibold wrap-anywhere">{name}</span>
    </>
  );
  if (!path) return <div className="px-4 py-3">{text}</div>;
  return (
    <Link to={path} className="block min-h-tap px-4 py-3 hover:bg-sunken">
      {text}
    </Link>
  );
}
