import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { excludeSelf } from './api.ts';
import { ChoiceList } from './choice-list.tsx';
import { LeadsNote } from './leads-note.tsx';
import { usePlayLimitsChange } from './use-play-limits.ts';
import { spellMoment } from './words.ts';

type Duration = '6_months' | 'for_good';
const typedText: Record<Duration, string> = { '6_months': 'close play', for_good: 'close for good' };

interface SheetProps {
  leads: readonly string[];
  onClose: () => void;
}

/** G2: closes play for 6 months or for good. The player types what happens; for good the identity is confirmed too. */
export function ExclusionSheet({ leads, onClose }: SheetProps) {
  const [duration, setDuration] = useState<Duration>('6_months');
  const [typed, setTyped] = useState('');
  const nowMs = useServerNow();
  const closing = usePlayLimitsChange(excludeSelf, onClose);
  const wanted = typedText[duration];
  const isTyped = typed.trim().toLowerCase() === wanted;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped) closing.mutate({ duration });
  };
  return (
    <Modal title="Close play for longer" onClose={onClose} isBusy={closing.isPending}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">
          No bids, games, heists, bets or spins with this account. Your wallet stays open: you can receive
          coins, send them and cash out. Neither you nor our team can undo it.
        </p>
        {closing.error ? (
          <Note look="error" role="alert" title={messageOf(closing.error, 'Play could not be closed')} />
        ) : null}
        <ChoiceList<Duration>
          label="Length"
          choices={[
            {
              value: '6_months',
              title: '6 months',
              sub: `until ${spellMoment(sixMonthsFrom(nowMs), nowMs)}`,
            },
            { value: 'for_good', title: 'For good', sub: 'it has no end' },
          ]}
          chosen={duration}
          onChoose={(value) => {
            setDuration(value);
            setTyped('');
          }}
        />
        <LeadsNote leads={leads} />
        <Field
          label={`Type “${wanted}” to confirm`}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          look="danger"
          type="submit"
          disabled={!isTyped}
          busy={closing.isPending}
          busyText="Processing..."
        >
          {duration === 'for_good' ? 'Close play for good' : 'Close play for 6 months'}
        </Button>
      </form>
    </Modal>
  );
}

function sixMonthsFrom(nowMs: number): number {
  const until = new Date(nowMs);
  return until.setMonth(until.getMonth() + 6);
}
