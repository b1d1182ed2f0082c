import type { FirstSteps } from '@copup/shared/welcome.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useFirstSteps } from '../../first-steps/use-first-steps.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Gift } from './gift.tsx';
import { StepsCard } from './steps-card.tsx';

/** What a new player sees above everything on the wallet's home: the welcome coins, then the first steps. */
export function Part() {
  const { id } = useSignedInUser();
  const steps = useFirstSteps();
  const queries = useQueryClient();
  if (!steps) return null;
  const change = (to: (before: FirstSteps) => FirstSteps) =>
    queries.setQueryData<FirstSteps>(['first-steps', id], (before) => before && to(before));
  return (
    <>
      {steps.welcome.state === 'open' ? (
        <Gift
          welcome={steps.welcome}
          onClaimed={() => {
            change((before) => ({ ...before, welcome: { ...before.welcome, state: 'claimed' } }));
            void queries.invalidateQueries({ queryKey: ['first-steps', id] });
          }}
          onGone={() => change((before) => ({ ...before, welcome: { ...before.welcome, state: 'none' } }))}
        />
      ) : null}
      {steps.is_open ? (
        <StepsCard steps={steps} onDismissed={() => change((before) => ({ ...before, is_open: false }))} />
      ) : null}
    </>
  );
}
