import { fieldTexts } from '@copup/shared/field-texts.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { SPIN_ID } from '@copup/shared/spin-proof.ts';
import type { SpinState } from '@copup/shared/spins.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { call } from '../../../lib/calls.ts';
import { useSignedInUser } from '../../../lib/session.ts';
import { showTopCard } from '../../../lib/top-card.ts';
import { offlineTitle, useIsOnline } from '../../../lib/use-online.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { CodeForm } from '../../../parts/code-form.tsx';
import { SealLink } from '../../../parts/seal-link.tsx';
import { useConnection } from '../../../realtime/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { StageBack } from '../../../ui/page-header.tsx';
import { Skeletons } from '../../../ui/states.tsx';
import { WheelOfSix, type WheelState } from '../../../ui/wheel-of-six.tsx';
import { spinQuery } from '../queries.ts';
import { SpinCard } from '../spin-card.tsx';
import { type Turn, useTurn } from '../use-turn.ts';

/** Time for which the wheel rests at the result before the card covers it. */
const restMs = 400;
/** Time for which the result is shown before the wallet opens, below the card. */
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
            <Button size="lg" onClick={() => void refetch()}>
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

  const won = turn.phase === 'stopped' ? turn.coins : null;
  useEffect(() => {
    if (won === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const cardTimer = setTimeout(() => showTopCard(<SpinCard coins={won} />), restMs);
    const timer = setTimeout(() => void navigate(paths.dashboard), resultMs);
    // A player who has pressed something stays.
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => clearTimeout(timer), { signal, capture: true });
    return () => {
      stop.abort();
      clearTimeout(cardTimer);
      clearTimeout(timer);
    };
  }, [won, navigate]);

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

/** B1: the passcode of the wheel. */
function SpinGate({ onUnlocked, onClose }: { onUnlocked: (state: SpinState) => void; onClose: () => void }) {
  return (
    <Modal title="Enter your passcode" onClose={onClose}>
      <CodeForm
        label="Passcode"
        icon={<Lock size={20} aria-hidden />}
        action="Unlock the wheel"
        send={(passcode) => call('POST /user/spin/unlock', { body: { passcode } })}
        onUnlocked={onUnlocked}
        refusal="WRONG_PASSCODE"
        wrong={fieldTexts.passcode}
        isFocused
      >
        <p className="text-ink-2">The spin passcode is in your invite.</p>
      </CodeForm>
    </Modal>
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

interface SpinStageProps {
  children: ReactNode;
  /** Below the wheel. */
  footer: ReactNode;
}

/** The screen of the wheel: its header, the wheel, and the action at the bottom. */
function SpinStage({ children, footer }: SpinStageProps) {
  return (
    <section
      aria-label="Wheel"
      className="stage adire flex min-h-dvh flex-col overflow-hidden [--moon-at:center_120px] [--moon-size:620px_620px]"
    >
      <header className="flex min-h-15 items-center gap-2.5 px-4 pt-2 lg:px-10 lg:pt-5">
        <StageBack to={paths.dashboard} />
        <h1 className="min-w-0 flex-1 text-[1.125rem] lg:text-[1.375rem]">Spin</h1>
        <BalancePill className="h-9 rounded-full bg-white/16 px-3" />
      </header>
      <div className="px-5 pt-2 text-center">
        <h2 className="font-display text-[2.25rem] leading-none tracking-[-0.035em]">
          One spin. <br className="lg:hidden" />
          Make it count.
        </h2>
        <p className="mt-2 text-on-stage-2">Win up to 6 coins, paid straight to your wallet.</p>
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-center justify-items-center px-4 pt-6 pb-1">
        {children}
      </div>
      <div className="mx-auto grid w-full max-w-[480px] grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-6 text-center lg:gap-2 lg:pb-3">
        {footer}
      </div>
    </section>
  );
}

interface SpinFooterProps {
  state: SpinState;
  turn: Turn;
  isLocked: boolean;
  /** Whether the wheel was unlocked on this visit: then the focus moves to the button. */
  wasUnlocked: boolean;
  onUnlock: () => void;
  onSpin: () => void;
}

const proofPath = pathTo(paths.proof, 'spin', SPIN_ID);

/** The action of the wheel, what it depends on, and the seal of the draw (F1), which is no link while the wheel turns. */
function SpinFooter({ state, turn, isLocked, wasUnlocked, onUnlock, onSpin }: SpinFooterProps) {
  const isOffline = useConnection() === 'offline';
  const isOnline = useIsOnline();
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasUnlocked) button.current?.querySelector('button')?.focus();
  }, [wasUnlocked]);
  const isTurning = turn.phase === 'asking' || turn.phase === 'turning';
  const isOver = !isTurning && state.has_spun;

  if (isLocked)
    return (
      <Button size="lg" onClick={onUnlock}>
        Enter passcode
      </Button>
    );
  if (isOver)
    return (
      <>
        <ButtonLink look="line" size="lg" to={paths.dashboard}>
          Go to Wallet
        </ButtonLink>
        <p className="text-sm text-on-stage-2">You can spin only once</p>
        <SealLink to={proofPath} text="Check your spin" />
      </>
    );
  return (
    <>
      <div ref={button} className="grid">
        <Button
          look="coin"
          size="lg"
          busy={isTurning}
          disabled={isOffline && !isTurning}
          onClick={onSpin}
          aria-describedby="spin-note"
        >
          Spin
        </Button>
      </div>
      <p id="spin-note" className="text-sm text-on-stage-2">
        {isOffline && !isTurning
          ? offlineTitle(isOnline)
          : state.has_budget || isTurning
            ? 'You can spin only once'
            : 'Today’s prizes have all been won. You still have your spin. Come back tomorrow.'}
      </p>
      {state.commitment ? (
        <SealLink to={isTurning ? null : proofPath} text="Sealed: " hash={state.commitment} />
      ) : null}
    </>
  );
}
