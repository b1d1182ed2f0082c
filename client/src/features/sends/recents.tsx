import { editDistance } from '@copup/shared/edit-distance.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { RecentRecipient, WalletOwner } from '@copup/shared/sends.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { formatShortDate } from '../../lib/format-time.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { readStoredJson, writeStored } from '../../lib/stored.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RecipientCard } from '../../ui/recipient-card.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';
import { listRecipients } from './api.ts';

const isTimes = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null;
const mostRows = 4;

interface RecentsProps {
  typed: string;
  /** Whether the typed name is unknown. */
  isMissing: boolean;
  onChoose: (owner: WalletOwner) => void;
}

/** The people the user sent to, the last one first: those that match what is typed, or are like a name that is missing. */
export function Recents({ typed, isMissing, onChoose }: RecentsProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { query, shown, hide } = useShown();
  const isWanted = (name: string) => (isMissing ? editDistance(name, typed, 3) <= 3 : name.includes(typed));
  const rows = shown.filter(({ username }) => isWanted(username.toLowerCase()));
  if (typed !== '' && rows.length === 0) return null;
  const title = isMissing ? 'Did you mean' : 'Recent';
  return (
    <section aria-label={title} className="grid gap-1">
      <div className="flex min-h-tap items-center justify-between gap-3">
        <h2 className="text-ctl">{title}</h2>
        {isMissing ? <span className="text-sm text-ink-3">only people you sent to</span> : null}
        {isMissing || rows.length === 0 ? null : (
          <button
            type="button"
            onClick={() => setIsEditing(!isEditing)}
            className="-mr-2.5 min-h-tap min-w-tap px-2.5 text-sm font-semibold text-brand"
          >
            {isEditing ? 'Done' : 'Edit'}
          </button>
        )}
      </div>
      <FailedRead query={query} message="Your last recipients could not be read." />
      <Card className="overflow-hidden">
        {query.isPending ? <Skeletons text="Loading..." count={2} className="m-3 h-12" /> : null}
        {query.data && rows.length === 0 ? (
          <p className="px-4 py-6 text-center text-sm text-ink-2">
            The people you send coins to appear here.
          </p>
        ) : null}
        <ul className="divide-y divide-line">
          {rows.slice(0, mostRows).map((row) => (
            <li key={row.wallet_address} className="flex items-center">
              <button
                type="button"
                onClick={() => onChoose(row)}
                className="min-w-0 flex-1 text-left hover:bg-sunken"
              >
                <RecipientCard
                  owner={row}
                  note={`${isolate(row.full_name)}, sent on ${formatShortDate(Date.parse(row.last_sent_at))}`}
                >
                  {isEditing ? null : <ChevronRight size={20} aria-hidden className="text-ink-2" />}
                </RecipientCard>
              </button>
              {isEditing ? (
                <IconButton
                  label={`Remove ${row.username}`}
                  onClick={() => hide(row)}
                  className="mr-2 text-danger"
                >
                  <X size={20} aria-hidden />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** The last recipients but those the user removed, who come back with the next send. */
function useShown() {
  const { id } = useSignedInUser();
  const key = `recipients-hidden.${id}`;
  const [hidden, setHidden] = useState(() => readStoredJson(key, isTimes) ?? {});
  const query = useQuery({ queryKey: ['recipients', id], queryFn: ({ signal }) => listRecipients(signal) });
  const isShown = ({ wallet_address: address, last_sent_at: at }: RecentRecipient) => hidden[address] !== at;
  const hide = ({ wallet_address: address, last_sent_at: at }: RecentRecipient) => {
    const next = { ...hidden, [address]: at };
    writeStored(key, JSON.stringify(next));
    setHidden(next);
  };
  return { query, shown: query.data?.items.filter(isShown) ?? [], hide };
}
