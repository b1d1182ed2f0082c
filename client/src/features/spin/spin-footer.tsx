import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { SPIN_ID } from '@copup/shared/spin-proof.ts';
import type { SpinState } from '@copup/shared/spins.ts';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { useConnection } from '../../realtime/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { Turn } from './use-turn.ts';

interface SpinFooterProps {
  state: SpinState;
  turn: Turn;
  isLocked: boolean;
  /** Whether the wheel was unlocked on this visit: then the focus moves to the button. */
  wasUnlocked: boolean;
  onUnlock: () => void;
  onSpin: () => void;
}

/** The action of the wheel, what it depends on, and the seal of the draw (F1). */
export function SpinFooter({ state, turn, isLocked, wasUnlocked, onUnlock, onSpin }: SpinFooterProps) {
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
      <Button look="line" size="lg" onClick={onUnlock}>
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
        <Seal text="Check your spin" />
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
      {state.commitment ? <Seal text="Sealed: " hash={state.commitment} isStill={isTurning} /> : null}
    </>
  );
}

/** Links to the page that checks the draw, with the commitment before it. While the wheel turns it is no link. */
function Seal({ text, hash, isStill }: { text: string; hash?: string; isStill?: boolean }) {
  const look =
    'inline-flex min-h-tap max-w-full items-center gap-2 justify-self-center rounded-full bg-[#0a0f2e] px-4 py-1 text-sm';
  const content = (
    <>
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-win" />
      <span className="min-w-0 wrap-anywhere">
        {text}
        {hash ? (
          <span title={hash} className="font-mono">
            {hash.slice(0, 8)} … {hash.slice(-8)}
          </span>
        ) : null}
      </span>
    </>
  );
  if (isStill) return <span className={look}>{content}</span>;
  return (
    <Link to={pathTo(paths.proof, 'spin', SPIN_ID)} className={look}>
      {content}
    </Link>
  );
}
