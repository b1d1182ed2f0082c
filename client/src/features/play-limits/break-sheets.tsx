import type { SelfExclusionBody, TimeOutBody } from '@copup/shared/play-limits.ts';
import { Gavel } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/calls.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
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
  const starting = usePlayLimitsChange((body: TimeOutBody) => call('POST /user/time-out', { body }), onClose);
  const chosen = lengths.find((length) => length.days === days);
  return (
    <Modal title="Take a time-out" onClose={onClose} isBusy={starting.isPending}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          No bids, games, heists, bets or spins until it ends. You can still receive coins, send them and cash
          out. It can’t be shortened.
        </p>
        <Failure error={starting.error} text="The time-out could not be started" />
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

/** A3: a leading bid stays during a break. */
function LeadsNote({ leads }: { leads: readonly string[] }) {
  const [first, ...others] = leads;
  if (first === undefined) return null;
  const isOne = others.length === 0;
  return (
    <p className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-3 text-sm">
      <Gavel size={20} aria-hidden className="shrink-0 text-warn" />
      <span className="min-w-0 wrap-anywhere">
        You lead on <b className="font-semibold">{first}</b>
        {isOne ? '' : ` and ${others.length} more`}. {isOne ? 'That bid stays' : 'Those bids stay'} and can
        still win.
      </span>
    </p>
  );
}

type Duration = '6_months' | 'for_good';
const typedText: Record<Duration, string> = { '6_months': 'close play', for_good: 'close for good' };

/** G2: closes play for 6 months or for good. The player types what happens; for good the identity is confirmed too. */
export function ExclusionSheet({ leads, onClose }: SheetProps) {
  const [duration, setDuration] = useState<Duration>('6_months');
  const [typed, setTyped] = useState('');
  const nowMs = useServerNow();
  const closing = usePlayLimitsChange(
    (body: SelfExclusionBody) => call('POST /user/self-exclusion', { body }),
    onClose,
  );
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
        <Failure error={closing.error} text="Play could not be closed" />
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
        <Submit look="danger" disabled={!isTyped} busy={closing.isPending}>
          {duration === 'for_good' ? 'Close play for good' : 'Close play for 6 months'}
        </Submit>
      </form>
    </Modal>
  );
}

function sixMonthsFrom(nowMs: number): number {
  const until = new Date(nowMs);
  return until.setMonth(until.getMonth() + 6);
}
