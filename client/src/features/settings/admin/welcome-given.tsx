import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { WelcomeGiven as Given } from '@copup/shared/welcome.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { request } from '../../../lib/api.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';

export const welcomeGivenQuery = queryOptions({
  queryKey: ['welcome-given'],
  queryFn: ({ signal }) => request<Given>('/admin/welcome', { signal }),
  staleTime: 0,
});

/** X15: how much of the budget of welcome coins is given, and to whom last. */
export function WelcomeGiven() {
  const { data } = useQuery(welcomeGivenQuery);
  if (!data) return null;
  const { budget, given, grants, coins, rewards, latest } = data;
  const isOn = budget > 0 && coins > 0;
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <Card>
        <section aria-label="Welcome coins" className="grid gap-3 p-4">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Gift size={22} aria-hidden className="shrink-0 text-brand" />
            <span className="min-w-0 flex-[1_1_14rem]">
              <b className="block font-semibold">
                Welcome coins: {isOn ? `${formatNumber(given)} of ${inCoins(budget)} given` : 'off'}
              </b>
              <span className="block text-sm text-ink-2">
                {grants === 1 ? '1 new player' : `${formatNumber(grants)} new players`}, {inCoins(coins)}{' '}
                each. Change welcomeCoins and welcomeBudgetCoins below.
              </span>
            </span>
            <progress
              aria-label="Given budget of welcome coins"
              value={Math.min(given, budget)}
              max={Math.max(budget, 1)}
              className="h-2.5 w-40 max-w-full overflow-hidden rounded-full accent-coin"
            />
          </div>
          {latest.length > 0 ? (
            <details>
              <summary className="flex min-h-tap items-center text-sm font-semibold text-brand">
                The last {latest.length === 1 ? 'grant' : `${latest.length} grants`}
              </summary>
              <ul className="divide-y divide-line text-sm">
                {latest.map((grant) => (
                  <li key={grant.user_id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2">
                    <b className="font-semibold">{grant.username}</b>
                    <span>
                      {inCoins(grant.coins)}
                      {grant.available > 0 ? ` and ${formatNumber(grant.available)} to bid with` : ''}
                    </span>
                    <span className="text-ink-3">
                      {formatMoment(Date.parse(grant.granted_at), Date.now())}
                    </span>
                    {grant.is_same_network ? (
                      <span className="text-warn">Same network as another new player</span>
                    ) : null}
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </section>
      </Card>
      {isOn && rewards < coins ? (
        <Note
          look="warn"
          title="Rewards cannot pay welcome coins"
          action={
            <ButtonLink look="line" size="sm" to={operatorPath(operatorPaths.approvals)}>
              Fund rewards
            </ButtonLink>
          }
        >
          New players are asked to try again later.
        </Note>
      ) : null}
    </div>
  );
}
