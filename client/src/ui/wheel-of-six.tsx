import { inCoins } from '@copup/shared/coins.ts';
import { Lock } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { prefersStillness } from '../lib/thrift.ts';
import { Mark } from './art/mark.tsx';
import { WheelDisc, WheelPointer, type WheelSegment } from './art/wheel.tsx';
import { classNames } from './class-names.ts';

const segments: readonly WheelSegment[] = [
  { coins: 0, fill: '#0f1b5e', text: '#c9d2ff' },
  { coins: 2, fill: '#3450d4', text: '#ffffff' },
  { coins: 3, fill: '#f6f4ee', text: '#0f1530' },
  { coins: 4, fill: '#3450d4', text: '#ffffff' },
  { coins: 5, fill: '#0f1b5e', text: '#c9d2ff' },
  { coins: 6, fill: '#ffb01f', text: '#2a1700' },
];

/** The state of the wheel. `spinning` starts once the server has sent the result. */
export type WheelState =
  | { state: 'locked' }
  | { state: 'ready' }
  | { state: 'spinning'; coins: number }
  | { state: 'result'; coins: number }
  | { state: 'used' };

interface WheelOfSixProps {
  wheel: WheelState;
  /** Called once the wheel has stopped at the result. */
  onSettled: () => void;
}

export const spinMs = 5_000;
const wholeTurns = 6;
const crossFadeMs = 400;
/** Between two segments, so that a wheel at rest shows no prize. */
const restingDegrees = -14;

const degreesOf = (coins: number) =>
  -60 *
  Math.max(
    0,
    segments.findIndex((each) => each.coins === coins),
  );

/** The wheel with its pointer, and the result as text below. */
export function WheelOfSix({ wheel, onSettled }: WheelOfSixProps) {
  const disc = useRef<HTMLDivElement>(null);
  const settled = useRef(onSettled);
  useLayoutEffect(() => {
    settled.current = onSettled;
  }, [onSettled]);

  const coins = 'coins' in wheel ? wheel.coins : null;
  const isSpinning = wheel.state === 'spinning';
  useEffect(() => {
    if (!isSpinning || coins === null || !disc.current) return;
    const spin = spinTo(disc.current, degreesOf(coins));
    spin.onfinish = () => settled.current();
    return () => spin.cancel();
  }, [isSpinning, coins]);

  const isShut = wheel.state === 'locked' || wheel.state === 'used';
  const restsAt = coins === null ? restingDegrees : degreesOf(coins);
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-5">
      <div className="relative w-[min(350px,92vw,48dvh)] max-w-full lg:w-[min(440px,54dvh)]">
        <div
          ref={disc}
          data-wheel
          style={{ transform: `rotate(${restsAt}deg)` }}
          className={classNames('rounded-full', isShut && 'opacity-55')}
        >
          <WheelDisc segments={segments} className="w-full" />
        </div>
        <span
          aria-hidden="true"
          className="absolute top-1/2 left-1/2 grid size-[22.5%] -translate-1/2 place-items-center rounded-full bg-[#f6f4ee] text-[#0f1530] ring-7 ring-[#0a0f2e]"
        >
          {wheel.state === 'locked' ? <Lock size={28} /> : <Mark className="size-[68%]" />}
        </span>
        <WheelPointer className="absolute -top-3.5 left-1/2 w-10 -translate-x-1/2" />
      </div>
      <p role="status" className="min-h-6 text-center font-semibold text-on-stage-2">
        {wordsOf(wheel)}
      </p>
    </div>
  );
}

function wordsOf(wheel: WheelState): string {
  switch (wheel.state) {
    case 'locked':
      return 'Enter your passcode to unlock the wheel.';
    case 'ready':
      return '';
    case 'spinning':
      return 'Spinning…';
    case 'result':
      return wheel.coins === 0 ? 'No coins this time.' : `You won ${inCoins(wheel.coins)}.`;
    case 'used':
      return 'You can spin only once';
  }
}

/** Turns the wheel to the result; with reduced motion it cross-fades instead. */
function spinTo(disc: HTMLElement, degrees: number): Animation {
  const from = `rotate(${restingDegrees}deg)`;
  const to = `rotate(${degrees}deg)`;
  if (prefersStillness()) {
    return disc.animate(
      [
        { opacity: 1, transform: from, offset: 0 },
        { opacity: 0, transform: from, offset: 0.5 },
        { opacity: 0, transform: to, offset: 0.5 },
        { opacity: 1, transform: to, offset: 1 },
      ],
      { duration: crossFadeMs },
    );
  }
  const turned = `rotate(${degrees + 360 * wholeTurns}deg)`;
  return disc.animate([{ transform: from }, { transform: turned }], {
    duration: spinMs,
    easing: 'cubic-bezier(0.12, 0.7, 0.08, 1)',
  });
}
