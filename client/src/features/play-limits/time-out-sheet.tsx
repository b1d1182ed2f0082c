import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { takeTimeOut } from './api.ts';
import { ChoiceList } from './choice-list.tsx';
import { LeadsNote } from './leads-note.tsx';
import { usePlayLimitsChange } from './use-play-limits.ts';
import { spellMoment } from './words.ts';

const dayMs = 86_400_000;
const lengths = [
  { days: 1, name: '1 day' },
  { days: 7, name: '7 days' },
  { days: 30, name: '30 days' },
  { days: 42, name: '6 weeks' },
];

interface SheetProps {
  /** Names of auctions that the player leads. */
  leads: readonly string[];
  onClose: () => void;
}

/** G2: starts a time-out. It cannot be shortened, which is said before. */
export function TimeOutSheet({ leads, onClose }: SheetProps) {
  const [days, setDays] = useState(7);
  const nowMs = useServerNow();
  const starting = usePlayLimitsChange(takeTimeOut, onClose);
  const chosen = lengths.find((length) => length.days === days);
  return (
    <Modal title="Take a time-out" onClose={onClose} isBusy={starting.isPending}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          No bids, games, heists, bets or spins until it ends. You can still receive coins, send them and cash
          out. It can’t be shortened.
        </p>
        {starting.error ? (
          <Note
            look="error"
            role="alert"
            title={messageOf(starting.error, 'The time-out could not be started')}
          />
        ) : null}
        <ChoiceList
          label="Length"
          choices={lengths.map(({ days: value, name }) => ({
            value,
            title: name,
            sub: `until ${spellMoment(nowMs + value * dayMs, nowMs)}`,
          }))}
          chosen={days}
          onChoose={setDays}
        />
        <LeadsNote leads={leads} />
        <Button
          look="ink"
          busy={starting.isPending}
          busyText="Processing..."
          onClick={() => starting.mutate({ days })}
        >
          Start {chosen?.name}
        </Button>
      </div>
    </Modal>
  );
}
