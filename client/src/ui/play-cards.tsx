import { useEffect, useRef } from 'react';
import { shortcutOf } from '../lib/shortcuts.ts';
import { CardBack } from './art/card-back.tsx';
import { classNames } from './class-names.ts';

interface PlayCardsProps {
  /** The value of each of the three cards; null if face down. */
  faces: readonly [number | null, number | null, number | null];
  /** Whether time is up or a pick is pending. */
  disabled: boolean;
  /** 0, 1 or 2. */
  onPick: (card: number) => void;
}

/** Three cards to pick from, by pointer or with the keys 1 to 3. */
export function PlayCards({ faces, disabled, onPick }: PlayCardsProps) {
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  useEffect(() => {
    if (disabled) return;
    const onKey = (event: KeyboardEvent) => {
      const card = ['1', '2', '3'].indexOf(shortcutOf(event) ?? '');
      if (faces[card] === null) pick.current(card);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [disabled, faces]);

  const shown = faces.findIndex((face) => face !== null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Pick a card" className="w-full max-w-[560px]">
      <div className="grid grid-cols-3 gap-3 perspective-[900px]">
        {faces.map((face, at) => (
          <PlayCard
            // biome-ignore lint/suspicious/noArrayIndexKey: three cards with fixed positions
            key={at}
            number={at + 1}
            face={face}
            disabled={disabled}
            onPick={() => onPick(at)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {shown < 0 ? '' : `Card ${shown + 1}, ${faces[shown]} points`}
      </p>
    </div>
  );
}

interface PlayCardProps {
  number: number;
  face: number | null;
  disabled: boolean;
  onPick: () => void;
}

function PlayCard({ number, face, disabled, onPick }: PlayCardProps) {
  const isDown = face === null;
  // Not natively disabled, so that the picked card keeps the focus.
  const canPick = isDown && !disabled;
  const side = 'absolute inset-0 grid place-items-center overflow-hidden rounded-lg backface-hidden';
  return (
    <button
      type="button"
      aria-keyshortcuts={String(number)}
      aria-disabled={!canPick || undefined}
      onClick={canPick ? onPick : undefined}
      className={classNames('relative aspect-[5/7.4] rounded-lg', disabled && isDown && 'opacity-55')}
    >
      <span className="sr-only">
        {isDown ? `Card ${number}, face down` : `Card ${number}, ${face} points`}
      </span>
      <span
        aria-hidden="true"
        className={classNames(
          'absolute inset-0 transition-transform duration-320 ease-in-out transform-3d motion-reduce:transition-none',
          !isDown && '-translate-y-3 -rotate-z-[1.5deg] rotate-y-180',
        )}
      >
        <span className={classNames(side, 'border-5 border-[#f6f4ee] bg-[#2438a6] shadow-2')}>
          <CardBack className="w-[150%] max-w-none" />
        </span>
        <span
          className={classNames(
            side,
            'rotate-y-180 bg-[#f6f4ee] text-on-coin shadow-[0_0_0_5px_var(--color-coin),0_22px_34px_-10px_rgb(3_6_30/0.8)]',
          )}
        >
          <span className="font-display text-[clamp(3rem,15vw,5.25rem)] leading-none font-bold tracking-tighter">
            {face ?? ''}
          </span>
          <span className="absolute bottom-3 text-xs font-semibold text-[#6b3f00] lg:bottom-4.5 lg:text-base">
            points
          </span>
        </span>
      </span>
    </button>
  );
}
