import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { SpinDay } from '@copup/shared/spins.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { LoaderPinwheel } from 'lucide-react';
import { request } from '../../../lib/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';

export const spinTodayQuery = queryOptions({
  queryKey: ['spin-today'],
  queryFn: ({ signal }) => request<SpinDay>('/admin/spins/today', { signal }),
  staleTime: 0,
});

/** A spin is drawn only if the highest prize could be paid. */
const highestPrize = 6;

/** B5: how much of the wheel's budget is spent today, and what prevents spins. */
export function SpinToday() {
  const { data } = useQuery(spinTodayQuery);
  if (!data) return null;
  const { budget, spent, spins, rewards, has_passcode } = data;
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <Card>
        <section aria-label="Spin today" className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
          <LoaderPinwheel size={22} aria-hidden className="shrink-0 text-brand" />
          <span className="min-w-0 flex-[1_1_14rem]">
            <b className="block font-semibold">
              Spin today: {formatNumber(spent)} of {inCoins(budget)} won
            </b>
            <span className="block text-sm text-ink-2">
              {spins === 1 ? '1 spin' : `${formatNumber(spins)} spins`}. Rewards hold {inCoins(rewards)}.
              Change spinDailyCoins and spinPasscode below.
            </span>
          </span>
          <progress
            aria-label="Spent budget of today"
            value={Math.min(spent, budget)}
            max={Math.max(budget, 1)}
            className="h-2.5 w-40 max-w-full overflow-hidden rounded-full accent-coin"
          />
        </section>
      </Card>
      {has_passcode ? null : (
        <Note look="warn" title="No passcode for Spin">
          The wheel stays locked until spinPasscode is set.
        </Note>
      )}
      {rewards < highestPrize ? (
        <Note
          look="warn"
          title="Rewards cannot pay a spin"
          action={
            <ButtonLink look="line" size="sm" to={operatorPath(operatorPaths.approvals)}>
              Fund rewards
            </ButtonLink>
          }
        >
          Spins are refused, and players keep them.
        </Note>
      ) : null}
    </div>
  );
}
