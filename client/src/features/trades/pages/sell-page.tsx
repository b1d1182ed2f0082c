import { PAYOUT_NAIRA_PER_COIN } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Note } from '../../../ui/note.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { TraderCard } from '../trader-card.tsx';

/** Samples, as the specification has them: coins are sold by a payout. */
const samples = [
  {
    name: 'Example buyer 1',
    available: 2_000,
    min: 10,
    max: 500,
    paymentMethod: 'Bank transfer',
    trades: 120,
    rating: 4.8,
  },
  {
    name: 'Example buyer 2',
    available: 5_000,
    min: 50,
    max: 2_000,
    paymentMethod: 'Bank transfer, OPay',
    trades: 64,
    rating: 4.6,
  },
  {
    name: 'Example buyer 3',
    available: 800,
    min: 10,
    max: 200,
    paymentMethod: 'PalmPay',
    trades: 3,
    rating: null,
  },
];

export function Page() {
  return (
    <Screen
      title="Sell"
      backTo={paths.peerToPeer}
      aside={<BalancePill className="rounded-full bg-surface px-3.5 py-2.5 shadow-1" />}
    >
      <Note look="info" title="These cards are examples.">
        {`SELL takes you to the payout: ${PAYOUT_NAIRA_PER_COIN} NGN per coin, to your bank account.`}
      </Note>
      <ul aria-label="Examples" className="grid gap-3 lg:grid-cols-2 lg:gap-4">
        {samples.map((sample) => (
          <li key={sample.name} className="grid">
            <TraderCard
              trader={{ ...sample, price: PAYOUT_NAIRA_PER_COIN }}
              mark={
                <span className="mt-1 block">
                  <Chip look="warn">Example</Chip>
                </span>
              }
              action={
                <ButtonLink to={paths.payout} className="flex-[1_1_7rem]">
                  SELL
                </ButtonLink>
              }
            />
          </li>
        ))}
      </ul>
    </Screen>
  );
}
