import { type ReactNode, useState } from 'react';
import { useIsOnline } from '../lib/use-online.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { useSettled } from './use-coalesced.ts';

export type LiveWord =
  | 'Live'
  | 'Reconnecting'
  | 'Offline'
  | 'Ended'
  | 'Starts soon'
  | 'Closing'
  | 'Cancelled';

/** A shorter change is not announced, so that a brief loss of the connection stays silent. */
const announceAfterMs = 3_000;

interface LiveBadgeProps {
  word: LiveWord;
  announces?: boolean;
  /** Text in place of the word, which still decides the look. */
  children?: ReactNode;
}

/** Shows how current the displayed data is: a bead and a word. Without a network nothing is live. */
export function LiveBadge({ word: known, announces = false, children }: LiveBadgeProps) {
  const isOnline = useIsOnline();
  const word = !isOnline && (known === 'Live' || known === 'Reconnecting') ? 'Offline' : known;
  return (
    <span
      className={classNames(
        'inline-flex h-[26px] shrink-0 items-center gap-1.5 rounded-full pr-2.5 pl-2 text-xs leading-none font-bold whitespace-nowrap',
        word === 'Live' && 'bg-live text-on-live',
        word === 'Reconnecting' && 'bg-[#ffebd3] text-[#8f4700]',
        word !== 'Live' && word !== 'Reconnecting' && 'bg-[#0a0f2e] text-white on-stage:bg-white/16',
      )}
    >
      {word === 'Reconnecting' ? (
        <Spinner className="size-[11px]" />
      ) : (
        <span
          aria-hidden="true"
          className={classNames(
            'size-2 rounded-full',
            word === 'Live' ? 'animate-pulse-bead bg-current' : 'border-2 border-current',
          )}
        />
      )}
      <span>{word === 'Offline' ? word : (children ?? word)}</span>
      {announces ? <WordAnnouncer word={word} /> : null}
    </span>
  );
}

function WordAnnouncer({ word }: { word: LiveWord }) {
  const [first] = useState(word);
  const settled = useSettled(word, announceAfterMs);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && settled !== first) setHasChanged(true);
  return (
    <span role="status" className="sr-only">
      {hasChanged ? `Connection: ${settled}` : ''}
    </span>
  );
}
