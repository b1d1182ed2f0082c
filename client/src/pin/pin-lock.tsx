import { paths } from '@copup/shared/page-paths.ts';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatMoment, formatRemaining, secondsLeft, spellDuration } from '../lib/format-time.ts';
import { useServerNow } from '../realtime/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';

interface PinLockProps {
  /** The end of the lock by the server's clock; null when only a recovery ends it. */
  until: string | null;
  onClose: () => void;
  /** Called when the time is over. */
  onUnlock: () => void;
}

/** S6: the PIN is locked after wrong attempts. */
export function PinLock({ until, onClose, onUnlock }: PinLockProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Modal title="Your PIN is locked" withHeader={false} onClose={onClose}>
      {(leave) => (
        <div className="grid justify-items-center gap-2 text-center">
          {until === null ? (
            <Lock size={48} aria-hidden className="my-4 text-ink-3" />
          ) : (
            <LockRing untilMs={Date.parse(until)} onUnlock={onUnlock} />
          )}
          <h2 ref={heading} tabIndex={-1} className="mt-2 text-xl outline-none">
            Your PIN is locked
          </h2>
          <p className="text-ink-2">
            {until === null ? afterTen : <AfterFive untilMs={Date.parse(until)} />}
          </p>
          <div className="mt-3 grid w-full gap-2.5">
            <ButtonLink look="ink" to={paths.recoverPin}>
              Recover
            </ButtonLink>
            <Button look="line" onClick={leave}>
              Close
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

const afterTen = 'Ten wrong tries. Set a new one with a code we e-mail you. No coins were moved.';

function AfterFive({ untilMs }: { untilMs: number }) {
  const nowMs = useServerNow(60_000);
  return `Five wrong tries. Try again at ${formatMoment(untilMs, nowMs)}, or set a new one with a code we e-mail you. No coins were moved.`;
}

/** The default length of a lock; a longer one fills the ring when it is first shown. */
const usualS = 15 * 60;
const radius = 126;
const around = 2 * Math.PI * radius;

/** A ring that empties with the time left. */
function LockRing({ untilMs, onUnlock }: { untilMs: number; onUnlock: () => void }) {
  const left = secondsLeft(untilMs, useServerNow());
  const [wholeS] = useState(() => Math.max(usualS, left));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onUnlock();
  }, [isOver, onUnlock]);
  const share = left / wholeS;
  return (
    <div className="relative mt-2 size-36">
      <svg viewBox="0 0 280 280" aria-hidden="true" className="size-full -rotate-90">
        <circle cx="140" cy="140" r={radius} fill="none" strokeWidth="14" className="stroke-line" />
        <circle
          cx="140"
          cy="140"
          r={radius}
          fill="none"
          strokeWidth="14"
          strokeLinecap="round"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
          className="stroke-brand transition-[stroke-dashoffset] duration-1000 ease-linear motion-reduce:transition-none"
        />
      </svg>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-1">
        <Lock size={24} aria-hidden className="text-ink-3" />
        <b
          role="timer"
          aria-label={`${spellDuration(left)} left`}
          className="font-display text-2xl leading-none"
        >
          {formatRemaining(left)}
        </b>
      </div>
    </div>
  );
}
