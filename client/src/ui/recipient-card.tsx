import { CircleAlert, CircleCheck } from 'lucide-react';
import { Avatar } from './art/avatar.tsx';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** The owner of an address. Coins can be sent only in the state `found`. */
export type Recipient =
  | { state: 'looking-up' }
  | { state: 'found'; name: string; handle: string; picture?: string | null }
  | { state: 'not-found' }
  | { state: 'mistyped' }
  | { state: 'self' }
  | { state: 'failed'; message: string };

const refusals = {
  mistyped: ['This is not a wallet address', 'Check it for typing errors.'],
  'not-found': ['No wallet has this address', 'Check it, or ask for it again.'],
  self: ['This is your own wallet', 'You can’t send coins to yourself.'],
} as const;

export function RecipientCard({ recipient }: { recipient: Recipient }) {
  const { state } = recipient;
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-18 items-center gap-3 rounded-[16px] p-3',
        state === 'found' ? 'bg-ok-soft' : state === 'looking-up' ? 'bg-sunken' : 'bg-danger-soft',
      )}
    >
      {state === 'looking-up' ? (
        <>
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface text-ink-2">
            <Spinner />
          </span>
          <p className="text-ink-2">Looking up the name…</p>
        </>
      ) : state === 'found' ? (
        <>
          <Avatar
            name={recipient.name}
            username={recipient.handle}
            picture={recipient.picture ?? null}
            size={48}
          />
          <div className="min-w-0 flex-1">
            <p className="truncate leading-tight font-semibold">@{recipient.handle}</p>
            <p className="line-clamp-2 text-xs">{recipient.name}</p>
          </div>
          <CircleCheck size={24} className="shrink-0 text-ok" aria-label="Found" />
        </>
      ) : (
        <>
          <CircleAlert size={24} aria-hidden className="mx-3 shrink-0 text-danger" />
          <div className="min-w-0">
            <p className="font-semibold">{state === 'failed' ? recipient.message : refusals[state][0]}</p>
            {state === 'failed' ? null : <p className="text-xs">{refusals[state][1]}</p>}
          </div>
        </>
      )}
    </div>
  );
}
