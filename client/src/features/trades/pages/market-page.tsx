import { inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { Trader } from '@copup/shared/trades.ts';
import { useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useChoices } from '../../../lib/use-choices.ts';
import { offlineTitle, useIsOnline } from '../../../lib/use-online.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';
import { Coin } from '../../../ui/art/coin.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons, useSteadyLoading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BuySheet } from '../buy-sheet.tsx';
import { OpenTradeCard } from '../open-trade-card.tsx';
import { arrange, mostOf, type Order } from '../purchase.ts';
import { useOpenTrade, useTraders } from '../queries.ts';
import { Reservation } from '../reservation.tsx';
import { TraderCard } from '../trader-card.tsx';

const orders: readonly { value: Order; name: string }[] = [
  { value: 'price', name: 'Best price' },
  { value: 'rating', name: 'Top rated' },
  { value: 'bank', name: 'Bank transfer' },
];

/** The traders, and the reservation after a purchase. */
export function Page() {
  useTitle('Marketplace');
  const [search, setSearch] = useChoices();
  const { data: open } = useOpenTrade();
  const reserved = open?.trade ?? open?.last;
  const show = (name: 'reservation' | 'order', value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: name === 'order' },
    );
  if (search.has('reservation') && reserved) {
    return <Reservation trade={reserved} onClose={() => show('reservation', null)} />;
  }
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
          onBought={() => show('reservation', 'open')}
        />
      </PageBody>
    </>
  );
}

interface MarketProps {
  order: Order;
  onOrder: (order: Order) => void;
  hasOpenTrade: boolean;
  onBought: () => void;
}

function Market({ order, onOrder, hasOpenTrade, onBought }: MarketProps) {
  const { data: traders, isPending, isError, refetch } = useTraders();
  const isOnline = useIsOnline();
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
      {isOnline ? null : <Note look="offline" title={offlineTitle(isOnline)} />}
      {hasOpenTrade ? (
        <p className="text-sm text-ink-2">You can buy again when your open trade is decided.</p>
      ) : null}
      {isLoading ? <Skeletons text="Loading traders..." count={3} className="h-46" /> : null}
      {isError ? (
        <ErrorState message="Failed to load traders" onRetry={() => void refetch()} isWhole={!traders} />
      ) : null}
      {!isLoading && traders && listed.length === 0 ? (
        <EmptyState
          title={most > 0 ? 'No trader sells that many' : 'No trader has coins right now'}
          action={
            most > 0 ? (
              <Button look="ink" onClick={() => setAmount(String(most))}>
                Show {inCoins(most)}
              </Button>
            ) : undefined
          }
        >
          {most > 0 ? `The largest amount is ${inCoins(most)}.` : 'Come back later.'}
        </EmptyState>
      ) : null}
      {!isLoading && listed.length > 0 ? (
        <ul aria-label="Traders" className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {listed.map((trader) => (
            <li key={trader.id} className="grid">
              <TraderCard
                trader={trader}
                action={
                  <Button
                    look="ink"
                    className="flex-[1_1_7rem]"
                    disabled={!isOnline || hasOpenTrade || mostOf(trader) === 0}
                    onClick={() => setChosen(trader)}
                  >
                    <span>
                      {mostOf(trader) === 0 ? 'Sold out' : 'BUY'}
                      <span className="sr-only"> from {trader.name}</span>
                    </span>
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      {buyingFrom ? (
        <BuySheet
          trader={buyingFrom}
          coins={coins}
          onClose={() => setChosen(null)}
          onBought={() => {
            setChosen(null);
            onBought();
          }}
        />
      ) : null}
    </>
  );
}
