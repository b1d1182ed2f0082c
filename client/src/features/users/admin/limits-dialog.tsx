import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { AdminPlayLimits, PlayLimit, PlayLimitChange } from '@copup/shared/play-limits.ts';
import { ItemFacts } from '../../../console/items/item-page.tsx';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { call } from '../../../lib/calls.ts';
import { formatMoment } from '../../../lib/format-time.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Note } from '../../../ui/note.tsx';
import type { UserDialogProps } from './adjust-form.tsx';

/** G4: a player's limits and breaks. Only shown: no operator changes them. */
export function LimitsDialog({ user, onClose }: UserDialogProps) {
  const query = useFresh(['admin-play-limits', user.id], (signal) =>
    call('GET /admin/users/:id/play-limits', { params: { id: user.id }, signal }),
  );
  return (
    <Modal title={`Limits of ${user.username}`} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {query.data ? (
          <Limits limits={query.data} />
        ) : (
          <NotLoaded
            query={query}
            failed="The limits could not be loaded"
            text="Loading the limits..."
            count={3}
            className="h-12"
          />
        )}
      </div>
    </Modal>
  );
}

function Limits({ limits }: { limits: AdminPlayLimits }) {
  const { day, week, month, changes } = limits;
  const rows = [
    ['Daily limit', limitText(day)],
    ['Weekly limit', limitText(week)],
    ['Break', breakText(limits)],
    ['This month', `${inCoins(month.spent)} spent, ${inCoins(month.won)} won`],
  ] as const;
  return (
    <>
      <Note look="info">The player sets these. Operators can neither change nor lift them.</Note>
      <ItemFacts facts={rows} />
      <section aria-labelledby="limit-changes">
        <h3 id="limit-changes" className="mb-1.5 text-base">
          Changes
        </h3>
        {changes.length === 0 ? <p className="text-sm text-ink-2">The player has changed nothing.</p> : null}
        <ul className="divide-y divide-line text-sm">
          {changes.map((change) => (
            <li key={`${change.created_at} ${change.kind}`} className="flex justify-between gap-3 py-2">
              <span>{changeText(change)}</span>
              <time dateTime={change.created_at} className="shrink-0 text-ink-3">
                {momentOf(change.created_at)}
              </time>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const momentOf = (at: string): string => formatMoment(Date.parse(at), Date.now());

function limitText({ coins, used, next }: PlayLimit): string {
  const current = coins === null ? 'none' : `${formatNumber(coins)}, ${formatNumber(used)} used`;
  if (!next) return current;
  return `${current}; ${next.coins === null ? 'none' : formatNumber(next.coins)} from ${momentOf(next.at)}`;
}

function breakText({ break: current }: AdminPlayLimits): string {
  return current ? breakUntil(current.kind, current.until) : 'none';
}

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short' });

function breakUntil(kind: 'time_out' | 'self_exclusion', until: string | null): string {
  const noun = kind === 'time_out' ? 'Time-out' : 'Self-exclusion';
  return until === null ? `${noun} for good` : `${noun} until ${day.format(new Date(until))}`;
}

function changeText({ kind, coins, at }: PlayLimitChange): string {
  if (kind === 'time_out' || kind === 'self_exclusion') return breakUntil(kind, at);
  const noun = kind === 'day_limit' ? 'Daily limit' : 'Weekly limit';
  return `${noun}: ${coins === null ? 'none' : inCoins(coins)}${at === null ? '' : `, from ${momentOf(at)}`}`;
}
