import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Gift, LoaderPinwheel } from 'lucide-react';
import { call } from '../../../lib/calls.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';

export const spinTodayQuery = queryOptions({
  queryKey: ['spin-today'],
  queryFn: ({ signal }) => call('GET /admin/spins/today', { signal }),
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <Card>
        <section aria-label="Spin today" className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
          <LoaderPinwheel size={22} aria-hidden className="shrink-0 text-brand" />
          <span className="min-w-0 flex-[1_1_14rem]">
            <b className="block font-semibold">
              Spin today: {formatNumber(spent)} of {inCoins(budget)} won
            </b>
            <span className="block text-sm text-ink-2">
              {spins === 1 ? '1 spin' : `${formatNumber(spins)} spins`}. Rewards hold {inCoins(rewards)}.
            </span>
          </span>
          <Spent label="Spent budget of today" coins={spent} budget={budget} />
        </section>
      </Card>
      {has_passcode ? null : (
        <Note look="warn" title="No passcode for Spin">
          The wheel stays locked until one is set.
        </Note>
      )}
      {rewards < highestPrize ? (
        <RewardsNote title="Rewards cannot pay a spin">Spins are refused, and players keep them.</RewardsNote>
      ) : null}
    </div>
  );
}

export const welcomeGivenQuery = queryOptions({
  queryKey: ['welcome-given'],
  queryFn: ({ signal }) => call('GET /admin/welcome', { signal }),
  staleTime: 0,
});

/** X15: how much of the budget of welcome coins is given, and to whom last. */
export function WelcomeGiven() {
  const { data } = useQuery(welcomeGivenQuery);
  if (!data) return null;
  const { budget, given, grants, coins, rewards, latest } = data;
  const isOn = budget > 0 && coins > 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
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
                each.
              </span>
            </span>
            <Spent label="Given budget of welcome coins" coins={given} budget={budget} />
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
        <RewardsNote title="Rewards cannot pay welcome coins">
          New players are asked to try again later.
        </RewardsNote>
      ) : null}
    </div>
  );
}

function Spent({ label, coins, budget }: { label: string; coins: number; budget: number }) {
  return (
    <progress
      aria-label={label}
      value={Math.min(coins, budget)}
      max={Math.max(budget, 1)}
      className="h-2.5 w-40 max-w-full overflow-hidden rounded-full accent-coin"
    />
  );
}

/** Rewards hold too few coins. */
function RewardsNote({ title, children }: { title: string; children: string }) {
  const action = (
    <ButtonLink look="line" size="sm" to={operatorPath(operatorPaths.approvals)}>
      Fund rewards
    </ButtonLink>
  );
  return (
    <Note look="warn" title={title} action={action}>
      {children}
    </Note>
  );
}
