import { fieldTexts } from '@copup/shared/field-texts.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { KeyRound, Lock, LockOpen, Vault } from 'lucide-react';
import { useEffect, useState } from 'react';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { CodeForm } from '../../../parts/code-form.tsx';
import { useServerNow } from '../../../realtime/index.ts';
import { VaultDoor } from '../../../ui/art/vault-door.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { FailedRead, useSteadyLoading } from '../../../ui/states.tsx';
import { HeistGrid } from '../heist-grid.tsx';
import { HeistsAge } from '../list-age.tsx';
import { minutesLeftText } from '../live-heist.ts';
import { useHeists } from '../use-heists.ts';
import { useStart } from '../use-start.ts';

/** H7: the code is requested on each visit, and again when the unlock has expired. */
export function Page() {
  const [unlockedUntilMs, setUnlockedUntilMs] = useState(0);
  const isUnlocked = useServerNow() < unlockedUntilMs;
  return (
    <Screen title="Prevent Heist" backTo={paths.heist} aside={headerBalance}>
      {isUnlocked ? (
        <EarlyHeists untilMs={unlockedUntilMs} onLocked={() => setUnlockedUntilMs(0)} />
      ) : (
        <UnlockGate onUnlocked={setUnlockedUntilMs} />
      )}
      <ButtonLink
        look={isUnlocked ? 'ink' : 'line'}
        to={paths.heists}
        className={isUnlocked ? '' : 'justify-self-start'}
      >
        {isUnlocked ? null : <Vault size={20} aria-hidden />}
        Go to Heist
      </ButtonLink>
    </Screen>
  );
}

interface EarlyHeistsProps {
  untilMs: number;
  /** Called if the server's unlock has expired. */
  onLocked: () => void;
}

/** The waiting heists, and how long they stay unlocked. */
function EarlyHeists({ untilMs, onLocked }: EarlyHeistsProps) {
  const query = useHeists('waiting');
  const { data, dataUpdatedAt, error, isPending, isError, refetch } = query;
  const heists = data ?? [];
  const isLoading = useSteadyLoading(isPending);
  const isLocked = error instanceof ApiError && error.code === 'HEIST_LOCKED';
  useEffect(() => {
    if (isLocked) onLocked();
  }, [isLocked, onLocked]);
  useStart(heists);
  return (
    <>
      <p className="flex items-center gap-2.5 rounded-md bg-ok-soft px-3.5 py-3">
        <LockOpen size={20} aria-hidden className="shrink-0 text-ok" />
        <span role="timer">
          <b className="font-semibold">Unlocked.</b> {minutesLeftText(untilMs - useServerNow())}
        </span>
      </p>
      <HeistsAge readAtMs={dataUpdatedAt} hasTicket={heists.some(({ joined }) => joined)} />
      <FailedRead
        query={{ isError: isError && !isLocked, refetch }}
        isWhole={heists.length === 0}
        message="Unable to load waiting heists. Please try again."
      />
      <section aria-label="Waiting heists">
        <h2 className="sr-only">Waiting heists</h2>
        <HeistGrid
          {...{ heists, isLoading }}
          hasFailed={isError}
          emptyText="There are no waiting heists right now."
          isEarly
        />
      </section>
      <ShowMore query={query} />
    </>
  );
}

/** H7: the unlock code. */
function UnlockGate({ onUnlocked }: { onUnlocked: (untilMs: number) => void }) {
  return (
    <div className="grid max-w-225 grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <section
        aria-label="Early tickets"
        className="stage adire grid content-center justify-items-center gap-2 overflow-hidden rounded-[26px] px-5 py-6.5 text-center [--moon-at:center_-30px] [--moon-size:420px_420px] lg:min-h-100"
      >
        <span className="relative">
          <VaultDoor className="size-42" />
          <span className="absolute -right-1 -bottom-0.5 grid size-14.5 place-items-center rounded-full bg-coin text-on-coin shadow-[0_0_0_5px_var(--color-stage)]">
            <Lock size={28} aria-hidden />
          </span>
        </span>
        <h2 className="font-display text-[1.75rem] leading-tight">Early tickets</h2>
        <p className="max-w-[32ch] leading-snug text-on-stage-2">
          Heists that are not open yet. You need a code to see them.
        </p>
      </section>
      <Card>
        <CodeForm
          label="Enter Unlock Code"
          icon={<KeyRound size={20} aria-hidden />}
          action="Unlock"
          send={(code) => call('POST /hurt/heists/unlock', { body: { code } })}
          onUnlocked={({ unlocked_until }) => onUnlocked(Date.parse(unlocked_until))}
          refusal="WRONG_UNLOCK_CODE"
          wrong={fieldTexts.unlockCode}
          note="5 tries a minute. Opens for 30 minutes."
          className="h-full content-center p-4 lg:p-7"
        />
      </Card>
    </div>
  );
}
