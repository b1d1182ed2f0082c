import { coinWord, inCoins } from '@copup/shared/coins.ts';
import { paths } from '@copup/shared/page-paths.ts';
import type { PlaySession } from '@copup/shared/play-limits.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/calls.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Rows } from '../../ui/rows.tsx';
import { signed, spellPlayed } from './words.ts';

const shownKey = 'play-reminder';
const secondMs = 1_000;
const retryMs = 60_000;

/** G3: after each hour of play, the time played and the result, both from the server. On pages of plays. */
export function Part() {
  const [session, setSession] = useState<PlaySession | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const aborter = new AbortController();
    const ask = async () => {
      let waitMs = retryMs;
      try {
        const read = await call('GET /user/play-session', { signal: aborter.signal });
        waitMs = (read.reminds_in_seconds + 1) * secondMs;
        if (isDue(read)) setSession(read);
      } catch {
        // Requested again later: the reminder is not lost, because the server counts the time.
      }
      if (!aborter.signal.aborted) timer = setTimeout(() => void ask(), waitMs);
    };
    void ask();
    return () => {
      aborter.abort();
      clearTimeout(timer);
    };
  }, []);
  if (!session) return null;
  return <Reminder session={session} onClose={() => setSession(null)} />;
}

/** Returns whether an hour has passed for which no reminder was shown on this device, and remembers it. */
function isDue({ started_at, seconds }: PlaySession): boolean {
  const hours = Math.floor(seconds / 3_600);
  if (started_at === null || hours === 0) return false;
  const mark = `${started_at} ${hours}`;
  if (readStored(shownKey) === mark) return false;
  writeStored(shownKey, mark);
  return true;
}

function Reminder({ session, onClose }: { session: PlaySession; onClose: () => void }) {
  const { seconds, spent, won, net } = session;
  return (
    <Modal title="Time to check in" onClose={onClose}>
      {(leave) => (
        <div className="grid gap-4">
          <p className="text-ink-2">
            You have played for <b className="font-semibold text-ink">{spellPlayed(seconds)}</b>.
          </p>
          <Rows
            rows={[
              ['Result', `${signed(net)} ${coinWord(net)}`],
              ['Spent', inCoins(Math.max(0, spent))],
              ['Won back', inCoins(Math.max(0, won))],
            ]}
          />
          <div className="flex flex-wrap gap-2.5">
            <ButtonLink look="line" to={paths.limits} onClick={leave} className="flex-1">
              Limits and breaks
            </ButtonLink>
            <Button look="ink" onClick={leave} className="flex-1">
              Keep playing
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
