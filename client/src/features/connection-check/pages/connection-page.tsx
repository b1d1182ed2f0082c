import { paths } from '@copup/shared/page-paths.ts';
import { userRoom } from '@copup/shared/room-names.ts';
import { Activity, Clock, type LucideIcon, Radio, Server } from 'lucide-react';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { SaverCard } from '../../../data-use/saver-card.tsx';
import { requestWithHeaders } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import {
  type ConnectionState,
  measureRoundTripMs,
  serverNow,
  useConnection,
  useRoom,
} from '../../../realtime/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import {
  describeOffset,
  formatMs,
  offsetOfDate,
  type RoundTrips,
  summariseRoundTrips,
} from '../connection-facts.ts';

export function Page() {
  useTitle('Connection check');
  return (
    <div className="mx-auto grid max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-7 pb-12 lg:px-10 lg:pt-12">
      <div>
        <h1 className="text-2xl lg:text-3xl">Connection check</h1>
        <p className="mt-2 max-w-[60ch] text-ink-2">
          How your phone reaches Copup: whether updates arrive live and how fast, and how much data it uses.
        </p>
      </div>
      <ConnectionCheck />
    </div>
  );
}

const socketWords: Record<ConnectionState, string> = {
  live: 'Connected',
  'catching-up': 'Connecting',
  stale: 'Reconnecting',
  offline: 'Not connected',
};

/** Shows the quality of the connection to the server, for players and support. */
function ConnectionCheck() {
  const userId = useSession((session) => session.user?.id ?? null);
  const connection = useConnection();
  const room = useRoom<'user'>(userId === null ? null : userRoom(userId));
  const hasSocket = userId !== null && room.status === 'live';
  const { isChecking, server, socket, check } = useConnectionCheck(hasSocket);
  const offsetMs = hasSocket ? serverNow() - Date.now() : server?.offsetMs;
  const signIn = (
    <ButtonLink look="line" size="sm" to={paths.login}>
      Login
    </ButtonLink>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {userId === null ? (
        <Note look="info" title="Sign in to test live updates." action={signIn}>
          Live prices need a websocket, which opens once you’re signed in. Everything else is checked below.
        </Note>
      ) : (
        <Note role="status" {...verdicts[room.status === 'refused' ? 'refused' : connection]} />
      )}
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
        <Fact Icon={Server} label="Server" note={server?.error ?? 'One request over HTTP'}>
          {server === undefined
            ? 'Checking'
            : server.error !== undefined
              ? 'Not reached'
              : formatMs(server.tookMs)}
        </Fact>
        <Fact
          Icon={Radio}
          label="Websocket"
          note={hasSocket ? 'Updates arrive live' : 'Live updates are off'}
        >
          {userId === null ? 'Needs a sign-in' : socketWords[connection]}
        </Fact>
        <Fact
          Icon={Activity}
          label="Latency"
          note={
            socket
              ? `Five round trips, ${formatMs(socket.bestMs)} to ${formatMs(socket.worstMs)}`
              : 'Measured over the websocket'
          }
        >
          {socket ? formatMs(socket.medianMs) : '–'}
        </Fact>
        <Fact
          Icon={Clock}
          label="Your clock"
          note={
            hasSocket ? 'Countdowns follow the server’s clock' : 'To about a second; exactly once signed in'
          }
        >
          {offsetMs === undefined ? '–' : describeOffset(offsetMs)}
        </Fact>
      </dl>
      <SaverCard />
      <div>
        <Button look="ink" busy={isChecking} busyText="Checking..." onClick={check}>
          Check again
        </Button>
      </div>
    </div>
  );
}

const isOff = {
  look: 'offline',
  title: 'Live updates are off.',
  children: 'Bidding is paused. We’re reconnecting.',
} as const;
const verdicts: Record<ConnectionState | 'refused', ComponentProps<typeof Note>> = {
  refused: { look: 'error', title: 'We can’t show your wallet.', children: 'Log out and in again.' },
  live: { look: 'ok', title: 'You are live.', children: 'Prices and balances update at once.' },
  'catching-up': { look: 'info', title: 'Connecting to the server' },
  stale: isOff,
  offline: isOff,
};

interface FactProps {
  Icon: LucideIcon;
  label: string;
  note: string;
  children: ReactNode;
}

function Fact({ Icon, label, note, children }: FactProps) {
  return (
    <div className="rounded-lg bg-surface p-4 shadow-1">
      <dt className="flex items-center gap-2 text-sm font-semibold text-ink-2">
        <Icon size={16} aria-hidden />
        {label}
      </dt>
      <dd className="mt-2">
        <span className="block font-display text-money-md">{children}</span>
        <span className="mt-1 block text-sm text-ink-3">{note}</span>
      </dd>
    </div>
  );
}

const ROUND_TRIPS = 5;
/** Pause between two, so that they are independent and far below the server's limit of messages. */
const PAUSE_MS = 150;

interface ConnectionCheckResult {
  isChecking: boolean;
  /** The result over HTTP. */
  server:
    | { tookMs: number; offsetMs: number | undefined; error?: undefined }
    | { error: string; offsetMs?: undefined }
    | undefined;
  /** The result over the socket; undefined without a socket. */
  socket: RoundTrips | undefined;
}

/** Measures once over HTTP and five times over the socket, if there is one. It does not repeat automatically. */
function useConnectionCheck(hasSocket: boolean): ConnectionCheckResult & { check: () => void } {
  const [state, setState] = useState<ConnectionCheckResult>({
    isChecking: false,
    server: undefined,
    socket: undefined,
  });
  const latest = useRef(0);

  const check = useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    setState((before) => ({ ...before, isChecking: true }));
    const keep = (found: Partial<ConnectionCheckResult>) => {
      if (own === latest.current) setState((before) => ({ ...before, ...found }));
    };
    void (async () => {
      try {
        const { tookMs, sentAtMs, date } = await pingServer();
        keep({ server: { tookMs, offsetMs: offsetOfDate(date, sentAtMs, sentAtMs + tookMs) } });
      } catch (error) {
        keep({ server: { error: messageOf(error, 'Network Error') } });
      }
      keep({
        socket: hasSocket ? summariseRoundTrips(await measureSeveral()) : undefined,
        isChecking: false,
      });
    })();
  }, [hasSocket]);

  useEffect(() => {
    check();
    return () => {
      latest.current += 1;
    };
  }, [check]);

  return { ...state, check };
}

async function measureSeveral(): Promise<number[]> {
  const samplesMs: number[] = [];
  for (let nth = 0; nth < ROUND_TRIPS; nth += 1) {
    const sample = await measureRoundTripMs();
    if (sample === undefined) break;
    samplesMs.push(sample);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return samplesMs;
}

/** Sends one small public request and returns its duration. */
async function pingServer(): Promise<{ tookMs: number; sentAtMs: number; date: string | null }> {
  const sentAtMs = Date.now();
  const startedAtMs = performance.now();
  const { headers } = await requestWithHeaders('/config', { timeoutMs: 5_000 });
  return { tookMs: performance.now() - startedAtMs, sentAtMs, date: headers.get('date') };
}
