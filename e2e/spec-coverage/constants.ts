import { percentOf, stepTo } from '../../client/src/features/affiliates/offer-words.ts';
import { demos, turnMs } from '../../client/src/features/auctions/demo-auctions.tsx';
import { monthEnd } from '../../client/src/features/contests/month.ts';
import { detailsMs } from '../../client/src/features/heists/heist-card.tsx';
import {
  FALL_MAX_MS,
  FALL_MIN_MS,
  REMOVE_AFTER_MS,
  SPAWN_EVERY_MS,
} from '../../client/src/features/landing/snow.tsx';
import { tryAgain } from '../../client/src/features/shop/card/try-again.ts';
import { paymentOptions } from '../../client/src/features/shop/card/use-checkout.ts';
import { shortToastDurationMs, toastDurationMs } from '../../client/src/ui/toaster.tsx';
import { spinMs } from '../../client/src/ui/wheel-of-six.tsx';
import { BIDDING_NAIRA_PER_COIN } from '../../shared/src/coins.ts';
import { contestTiers } from '../../shared/src/contest-tiers.ts';
import { cardValues } from '../../shared/src/fairness.ts';
import { SetPinBody } from '../../shared/src/pins.ts';
import { PayStartReply } from '../../shared/src/shop.ts';
import { spinSegments } from '../../shared/src/spin-proof.ts';
import { TAP_BAR_SECONDS } from '../../shared/src/tap-limits.ts';
import { UPLOAD_OVERDUE_HOURS } from '../../shared/src/task-limits.ts';

/** The constant in the words of the specification, its value there, and ours: of the one place that uses it. */
export type Constant = readonly [what: string, specified: unknown, ours: () => unknown];

const tier = (name: string) => {
  const found = contestTiers.find((each) => each.name === name);
  return [found?.from, found?.upto, found?.shown];
};

/** Returns the pauses between the attempts to load a script that never loads. */
async function pausesOfScript(): Promise<number[]> {
  const pauses: number[] = [];
  const fail = () => Promise.reject(new Error('no script'));
  const keep = async (ms: number) => void pauses.push(ms);
  await tryAgain(fail, () => undefined, keep).catch(() => undefined);
  return pauses;
}

/**
 * Constants of the specification's point 9 that the code names; spec-coverage.spec.ts reads the others from replies and
 * pages. Two have no row: nothing is polled, since the server sends each change, and browsers load pictures lazily
 * themselves.
 */
export const constants: readonly Constant[] = [
  ['Naira of a coin when bidding', 100, () => BIDDING_NAIRA_PER_COIN],
  ['Demo carousel rotation, ms', 10_000, () => turnMs],
  ['Demo entry fees', [1400, 50, 200], () => demos.map(({ entryFee }) => entryFee)],
  ['Toast auto-close, ms', 5_000, () => toastDurationMs],
  ['Toast auto-close for copy, and the message of a bid, ms', 3_000, () => shortToastDurationMs],
  ['Heist view-details loading, ms', 500, () => detailsMs],
  [
    'Digits of a new PIN',
    [4],
    () => [1, 2, 3, 4, 5, 6].filter((n) => SetPinBody.safeParse({ newPin: '1'.repeat(n) }).success),
  ],
  ['Card values', [10, 5, 0], () => cardValues],
  ['Spin wheel segments', [0, 2, 3, 4, 5, 6], () => spinSegments],
  ['Spin duration, ms', 5_000, () => spinMs],
  ['Easy contests by minimum users, and the number shown', [1, 5, 4], () => tier('easy')],
  ['Medium contests', [6, 10, 7], () => tier('medium')],
  ['Hard contests', [11, null, 13], () => tier('hard')],
  ['Task screenshot verification, hours', 48, () => UPLOAD_OVERDUE_HOURS],
  ['Tap timer bar, seconds', 100, () => TAP_BAR_SECONDS],
  [
    'Monthly champions: the first day of next month in Lagos',
    '2026-12-31T23:00:00.000Z',
    () => new Date(monthEnd(Date.UTC(2026, 11, 24)).endMs).toISOString(),
  ],
  ['Card payment currency', 'NGN', () => PayStartReply.shape.currency.value],
  ['Card payment options', 'card, mobilemoney, ussd', () => paymentOptions],
  ['Pauses between three attempts to load the script, ms', [1_000, 1_000], pausesOfScript],
  ['Affiliate progress, percent', 30, () => percentOf(3, 10)],
  ['Heist carousel wraps at both ends', [2, 0], () => [stepTo(0, -1, 3), stepTo(2, 1, 3)]],
  ['Snowflake spawn interval, ms', 200, () => SPAWN_EVERY_MS],
  ['Snowflake removal, ms', 8_000, () => REMOVE_AFTER_MS],
  ['Snowflake fall duration, ms', [5_000, 8_000], () => [FALL_MIN_MS, FALL_MAX_MS]],
];

/** The values of `bank_name` that the specification lists for a payout. */
export const banks =
  'access, citibank, diamond, ecobank, fidelity, firstbank, fcmb, gtb, heritage, keystone, polaris, providus, stanbic, standard, sterling, suntrust, union, uba, unity, wema, opay, palmpay, kuda, monipoint, zenith'.split(
    ', ',
  );
