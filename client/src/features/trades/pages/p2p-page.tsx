import { formatNaira, formatPrice, PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Banknote, type LucideIcon, ShoppingBag } from 'lucide-react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Note } from '../../../ui/note.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { OpenTradeCard } from '../open-trade-card.tsx';
import { useOpenTrade, useTraders } from '../queries.ts';

/** The hub of buying and selling coins. */
export function Page() {
  const { data: traders } = useTraders();
  const { data: open } = useOpenTrade();
  const cheapest = traders?.[0];
  const count = traders?.length ?? 0;
  return (
    <Screen
      title="P2P"
      backTo={paths.dashboard}
      aside={<BalancePill className="rounded-full bg-surface px-3.5 py-2.5 shadow-1" />}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3">
        <Choice
          name="Buy"
          Icon={ShoppingBag}
          price={cheapest ? formatPrice(cheapest.price) : null}
          text={
            count > 0
              ? `per coin and up, from ${count} ${count === 1 ? 'trader' : 'traders'}`
              : 'from traders, by bank transfer'
          }
          action={<ButtonLink to={paths.traders}>Buy</ButtonLink>}
        />
        <Choice
          name="Sell"
          Icon={Banknote}
          isCoin
          price={formatNaira(PAYOUT_NAIRA_PER_COIN)}
          text="per coin, straight to your bank account"
          action={
            <ButtonLink look="line" to={paths.sell}>
              Sell
            </ButtonLink>
          }
        />
      </div>
      {open?.trade ? <OpenTradeCard trade={open.trade} /> : null}
      <Note look="info">
        You reserve first and pay then. Copup keeps the coins, not the trader. If the payment isn’t confirmed,
        they go back to the trader.
      </Note>
      <ButtonLink look="ghost" to={paths.buy} className="justify-self-start">
        Buy from the coin shop instead
      </ButtonLink>
    </Screen>
  );
}

interface ChoiceProps {
  name: string;
  Icon: LucideIcon;
  isCoin?: boolean;
  price: string | null;
  text: string;
  action: React.ReactNode;
}

function Choice({ name, Icon, isCoin = false, price, text, action }: ChoiceProps) {
  return (
    <Card className="flex flex-col gap-1 p-4">
      <span
        className={classNames(
          'mb-2 grid size-13 place-items-center rounded-[18px]',
          isCoin ? 'bg-coin-soft text-coin-text' : 'bg-brand-soft text-brand',
        )}
      >
        <Icon size={24} aria-hidden />
      </span>
      <h2 className="text-xl">{name}</h2>
      <p className="mb-3 flex-1">
        {price === null ? null : (
          <span className="block font-display text-[1.75rem] leading-tight font-bold">{price}</span>
        )}
        <span className="block text-sm text-ink-2">{text}</span>
      </p>
      {action}
    </Card>
  );
}
