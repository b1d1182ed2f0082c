import { formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Trade, Trader } from '@copup/shared/trades.ts';
import { Landmark, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useChoices } from '../../../lib/use-choices.ts';
import { useIsOnline } from '../../../lib/use-online.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';
import { OfflineNote } from '../../../parts/form-parts.tsx';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Coin } from '../../../ui/art/coin.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Field } from '../../../ui/field.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, FailedRead, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { OpenTradeCard } from '../open-trade-card.tsx';
import { arrange, mostOf, type Order } from '../purchase.ts';
import { useOpenTrade, useTraders } from '../queries.ts';
import { ReserveSheet } from '../reserve-sheet.tsx';
import { TradeScreen } from '../trade-screen.tsx';

const orders: readonly { value: Order; name: string }[] = [
  { value: 'price', name: 'Best price' },
  { value: 'rating', name: 'Top rated' },
  { value: 'bank', name: 'Bank transfer' },
];

/** The traders, or one of the own trades. */
export function Page() {
  useTitle('Marketplace');
  const [search, setSearch] = useChoices();
  const { data: open } = useOpenTrade();
  const show = (name: 'trade' | 'order', value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      { replace: name === 'order' },
    );
  const shown = Number(search.get('trade'));
  if (shown > 0) return <TradeScreen id={shown} />;
  const order = orders.find(({ value }) => value === search.get('order'))?.value ?? 'price';
  return (
    <>
      <PageHeader title="Marketplace" backTo={paths.peerToPeer}>
        <BalancePill className="rounded-full bg-surface px-3.5 py-2.5 shadow-1" />
      </PageHeader>
      <PageBody>
        {open?.trade ? <OpenTradeCard trade={open.trade} /> : null}
        <Market
          order={order}
          onOrder={(value) => show('order', value)}
          hasOpenTrade={open?.trade != null}
          onReserved={({ id }) => show('trade', String(id))}
        />
      </PageBody>
    </>
  );
}

interface MarketProps {
  order: Order;
  onOrder: (order: Order) => void;
  hasOpenTrade: boolean;
  onReserved: (trade: Trade) => void;
}

function Market({ order, onOrder, hasOpenTrade, onReserved }: MarketProps) {
  const { data: traders, isPending, isError, refetch } = useTraders();
  const isLoading = useSteadyLoading(isPending);
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState<Trader | null>(null);
  const coins = amount.trim() === '' ? undefined : (parseWholeNumber(amount) ?? 0);
  const listed = traders ? arrange(traders, order, coins) : [];
  const most = Math.max(0, ...arrange(traders ?? [], order, undefined).map(mostOf));
  // Reads the trader's current price and stock while the sheet is open.
  const buyingFrom = chosen && (traders?.find(({ id }) => id === chosen.id) ?? chosen);
  return (
    <>
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-end">
        <Field
          label="How many coins?"
          inputMode="numeric"
          autoComplete="off"
          maxLength={13}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          icon={<Coin className="size-5" />}
        />
        <Tabs label="Order of the traders" value={order} onChange={onOrder} tabs={orders} />
      </div>
      <OfflineNote />
      {hasOpenTrade ? (
        <p className="text-sm text-ink-2">You can buy again when your open trade is decided.</p>
      ) : null}
      {isLoading ? <Skeletons text="Loading traders..." count={3} className="h-46" /> : null}
      <FailedRead query={{ isError, refetch }} message="Failed to load traders" isWhole={!traders} />
      {!isLoading && traders && listed.length === 0 ? <NoTrader most={most} onAmount={setAmount} /> : null}
      {!isLoading && listed.length > 0 ? (
        <ul aria-label="Traders" className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {listed.map((trader) => (
            <li key={trader.id} className="grid">
              <TraderCard
                trader={trader}
                action={
                  <BuyButton trader={trader} disabled={hasOpenTrade} onClick={() => setChosen(trader)} />
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      {buyingFrom ? (
        <ReserveSheet
          trader={buyingFrom}
          coins={coins}
          onClose={() => setChosen(null)}
          onReserved={onReserved}
        />
      ) : null}
    </>
  );
}

function NoTrader({ most, onAmount }: { most: number; onAmount: (text: string) => void }) {
  if (most === 0) return <EmptyState title="No trader has coins right now">Come back later.</EmptyState>;
  const show = (
    <Button look="ink" onClick={() => onAmount(String(most))}>
      Show {inCoins(most)}
    </Button>
  );
  return (
    <EmptyState title="No trader sells that many" action={show}>
      {`The largest amount is ${inCoins(most)}.`}
    </EmptyState>
  );
}

interface BuyButtonProps {
  trader: Trader;
  disabled: boolean;
  onClick: () => void;
}

function BuyButton({ trader, disabled, onClick }: BuyButtonProps) {
  const isOnline = useIsOnline();
  const isSoldOut = mostOf(trader) === 0;
  return (
    <Button
      look="ink"
      className="flex-[1_1_7rem]"
      disabled={!isOnline || disabled || isSoldOut}
      onClick={onClick}
    >
      <span>
        {isSoldOut ? 'Sold out' : 'BUY'}
        <span className="sr-only"> from {trader.name}</span>
      </span>
    </Button>
  );
}

/** A trader with price, stock and limits, and what to do with them. */
function TraderCard({ trader, action }: { trader: Trader; action: ReactNode }) {
  const { name, price, available, min, max, paymentMethod } = trader;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={name} size={44} />
        <div className="min-w-0 flex-[1_1_7rem]">
          <h2 className="font-sans text-ctl font-semibold wrap-anywhere">{name}</h2>
          <Rating {...trader} />
        </div>
        <p className="text-right">
          <span className="block font-display text-xl leading-tight font-bold">{formatPrice(price)}</span>
          <span className="block text-xs text-ink-3">per 1 coin</span>
        </p>
      </div>
      <Facts
        facts={[
          { name: 'Available', value: inCoins(available) },
          { name: 'Limits', value: `${formatNumber(min)}–${formatNumber(max)}` },
        ]}
      />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2.5">
        <span className="flex min-w-0 flex-[1_1_8rem] items-center gap-2 text-sm text-ink-2">
          <Landmark size={18} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{paymentMethod}</span>
        </span>
        {action}
      </div>
    </Card>
  );
}

function Rating({ rating, trades }: Pick<Trader, 'rating' | 'trades'>) {
  const count = `${formatNumber(trades)} ${trades === 1 ? 'trade' : 'trades'}`;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      {rating === null ? (
        <b className="text-ink">New</b>
      ) : (
        <>
          <Star size={16} aria-hidden className="fill-coin-text text-coin-text" />
          <b className="text-ink">
            <span className="sr-only">Rating </span>
            {rating}
          </b>
        </>
      )}
      <span>· {count}</span>
    </p>
  );
}
