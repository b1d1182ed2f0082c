import { formatPrice, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { CardPaymentState } from '@copup/shared/shop.ts';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { BeadRing } from '../../../ui/art/bead-ring.tsx';
import { Coin } from '../../../ui/art/coin.tsx';
import { ButtonLink } from '../../../ui/button.tsx';

/** Shown only after the server has credited the coins. */
export function PaySuccess({ payment }: { payment: CardPaymentState }) {
  return (
    <main className="stage adire grid min-h-dvh content-center justify-items-center gap-5 px-4 py-8 text-center">
      <div className="relative grid size-56 place-items-center">
        <BeadRing className="absolute inset-0 size-full animate-burst" />
        <Coin className="size-32" />
      </div>
      <div role="status">
        <h1 className="text-[2.5rem]">+{inCoins(payment.bid_points)}</h1>
        <p className="mt-1 max-w-[36ch] text-on-stage-2">
          {formatPrice(payment.price)} is confirmed. Your coins are ready to bid. You can cash them out after
          72 hours.
        </p>
      </div>
      <dl className="grid w-full max-w-[28rem] gap-3 rounded-[18px] bg-stage-deep p-4 text-left sm:grid-cols-2">
        <div>
          <dt className="text-xs text-on-stage-2">New balance</dt>
          <dd>
            <BalancePill />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-xs text-on-stage-2">Reference</dt>
          <dd className="font-mono text-xs wrap-anywhere">{payment.tx_ref}</dd>
        </div>
      </dl>
      <div className="grid w-full max-w-[28rem] gap-2.5">
        <ButtonLink look="soft" to={paths.auctions} reloadDocument>
          Go to auctions
        </ButtonLink>
        <ButtonLink look="line" to={paths.payments} reloadDocument>
          Payment history
        </ButtonLink>
      </div>
    </main>
  );
}
