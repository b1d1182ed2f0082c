import type { EndSessionsBody, OwnSession } from '@copup/shared/auth.ts';
import type { Message } from '@copup/shared/wire.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { formatAge, formatMoment } from '../../lib/format-time.ts';
import { useFresh } from '../../lib/read-query.ts';
import { leaveSession, useSignedInUser } from '../../lib/session.ts';
import { useServerNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

const listOwnSessions = (signal?: AbortSignal) => call('GET /auth/sessions', { signal });
const endSession = (id: string) => call('DELETE /auth/sessions/:id', { params: { id } });
const endSessions = (which: EndSessionsBody['which']) => call('POST /auth/sessions/end', { body: { which } });

type Ending = OwnSession | 'others' | 'all';

/** S8a: lists the user's sessions, with buttons that end one, the others or all. */
export function Page() {
  const { id } = useSignedInUser();
  const queryKey = ['own-sessions', id];
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<Ending | null>(null);
  const { data, isPending, isError, refetch } = useFresh(queryKey, listOwnSessions);
  if (isPending) return <Skeletons text="Loading devices..." count={3} className="h-18" />;
  const sessions = data?.sessions ?? [];
  const hasOthers = sessions.some((session) => !session.is_current);

  const onEnded = (which: Ending, message: string) => {
    setEnding(null);
    if (which === 'all') return leaveSession(message);
    toast.success(message);
    void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <>
      <FailedRead query={{ isError, refetch }} message="Your devices could not be loaded" />
      {sessions.length > 0 ? (
        <>
          <Card>
            <ul className="divide-y divide-line" aria-label="Signed-in devices">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
          </Card>
          <div className="flex flex-wrap gap-2.5">
            {hasOthers ? (
              <Button look="line" onClick={() => setEnding('others')}>
                Sign out other devices
              </Button>
            ) : null}
            <Button look="danger" onClick={() => setEnding('all')}>
              Sign out everywhere
            </Button>
          </div>
        </>
      ) : null}
      {ending ? (
        <EndDialog
          {...wordsOf(ending)}
          end={() => (typeof ending === 'string' ? endSessions(ending) : endSession(ending.id))}
          onEnded={(message) => onEnded(ending, message)}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </>
  );
}

const nameOf = ({ device }: OwnSession) => device ?? 'Unknown device';

function wordsOf(ending: Ending): { title: string; text: string; action: string } {
  if (ending === 'all') {
    return {
      title: 'Sign out everywhere?',
      text: 'All your devices, this one included, are signed out at once.',
      action: 'Sign out everywhere',
    };
  }
  if (ending === 'others') {
    return {
      title: 'Sign out other devices?',
      text: 'All your devices except this one are signed out at once.',
      action: 'Sign out others',
    };
  }
  return {
    title: `Sign out ${nameOf(ending)}?`,
    text: 'The device is signed out at once. Its user has to sign in again.',
    action: 'Sign out',
  };
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const nowMs = useServerNow(60_000);
  const { is_current, network, created_at, last_used_at } = session;
  const age = formatAge(Math.max(0, nowMs - Date.parse(last_used_at)));
  return (
    <li className="flex min-h-18 items-center gap-3 px-4 py-3">
      <MonitorSmartphone size={24} aria-hidden className="shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{nameOf(session)}</p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {network ? `Network ${network}` : 'Network unknown'}
        </p>
        <p className="text-sm text-ink-3">
          {is_current || age === 'now' ? 'In use now' : `Used ${age} ago`} · signed in{' '}
          {formatMoment(Date.parse(created_at), nowMs)}
        </p>
      </div>
      {is_current ? (
        <Chip look="ok">This device</Chip>
      ) : (
        <Button look="line" size="sm" onClick={onEnd} aria-label={`Sign out ${nameOf(session)}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

interface EndDialogProps {
  title: string;
  text: string;
  action: string;
  end: () => Promise<Message>;
  onEnded: (message: string) => void;
  onClose: () => void;
}

function EndDialog({ title, text, action, end, onEnded, onClose }: EndDialogProps) {
  const ending = useMutation({ mutationFn: end, onSuccess: ({ message }) => onEnded(message) });
  return (
    <ConfirmDialog
      title={title}
      actionName={action}
      look="danger"
      isBusy={ending.isPending}
      error={ending.error ? messageOf(ending.error, 'The device could not be signed out') : undefined}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
