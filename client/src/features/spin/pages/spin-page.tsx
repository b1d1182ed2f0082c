import { paths } from '@copup/shared/page-paths.ts';
import type { SpinState } from '@copup/shared/spins.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSignedInUser } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeletons } from '../../../ui/states.tsx';
import { WheelOfSix, type WheelState } from '../../../ui/wheel-of-six.tsx';
import { spinQuery } from '../api.ts';
import { SpinFooter } from '../spin-footer.tsx';
import { SpinGate } from '../spin-gate.tsx';
import { SpinStage } from '../spin-stage.tsx';
import { type Turn, useTurn } from '../use-turn.ts';

/** Time for which the result is shown before the wallet opens. */
const resultMs = 3_000;

/** The wheel behind its passcode (B1). It stops where the server has drawn. */
export function Page() {
  useTitle('Spin');
  const { id } = useSignedInUser();
  const { data, isError, refetch } = useQuery(spinQuery(id));
  if (data) return <Wheel state={data} />;
  return (
    <SpinStage
      footer={
        isError ? (
          <>
            <p role="alert" className="font-semibold">
              Something went wrong.
            </p>
            <Button look="line" size="lg" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <Skeletons text="Loading the wheel..." count={1} className="h-15 opacity-20" />
        )
      }
    >
      <WheelOfSix wheel={{ state: 'ready' }} onSettled={nothing} />
    </SpinStage>
  );
}

function Wheel({ state }: { state: SpinState }) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { turn, spin, stop } = useTurn();
  const [isGateClosed, setIsGateClosed] = useState(false);
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const isLocked = !state.is_unlocked && !state.has_spun && turn.phase === 'none';

  const isStopped = turn.phase === 'stopped';
  useEffect(() => {
    if (!isStopped) return;
    const timer = setTimeout(() => void navigate(paths.dashboard), resultMs);
    return () => clearTimeout(timer);
  }, [isStopped, navigate]);

  const onUnlocked = (unlocked: SpinState) => {
    queries.setQueryData(spinQuery(id).queryKey, unlocked);
    setWasUnlocked(true);
    // For the next time, when operators change the passcode.
    setIsGateClosed(false);
  };
  return (
    <>
      <SpinStage
        footer={
          <SpinFooter
            state={state}
            turn={turn}
            isLocked={isLocked}
            wasUnlocked={wasUnlocked}
            onUnlock={() => setIsGateClosed(false)}
            onSpin={() => void spin()}
          />
        }
      >
        <WheelOfSix wheel={wheelOf(state, turn, isLocked)} onSettled={stop} />
      </SpinStage>
      {isLocked && !isGateClosed ? (
        <SpinGate onUnlocked={onUnlocked} onClose={() => setIsGateClosed(true)} />
      ) : null}
    </>
  );
}

/** What the wheel shows: the spin of this visit before that of an earlier one. */
function wheelOf({ spin }: SpinState, turn: Turn, isLocked: boolean): WheelState {
  if (isLocked) return { state: 'locked' };
  if (turn.phase === 'asking') return { state: 'ready' };
  if (turn.phase === 'turning') return { state: 'spinning', coins: turn.coins };
  if (turn.phase === 'stopped') return { state: 'result', coins: turn.coins };
  return spin ? { state: 'result', coins: spin.result } : { state: 'ready' };
}

const nothing = () => {};
