import { paths } from '@copup/shared/page-paths.ts';
import { Vault } from 'lucide-react';
import { useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EarlyHeists } from '../early-heists.tsx';
import { UnlockGate } from '../unlock-gate.tsx';

/** H7: the code is asked for on each visit, and again when the unlock has expired. */
export function Page() {
  useTitle('Prevent Heist');
  const [unlockedUntilMs, setUnlockedUntilMs] = useState(0);
  const isUnlocked = useServerNow() < unlockedUntilMs;
  return (
    <>
      <PageHeader title="Prevent Heist" backTo={paths.heist}>
        <BalancePill className="h-9 rounded-full bg-surface px-3 shadow-1" />
      </PageHeader>
      <PageBody>
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
      </PageBody>
    </>
  );
}
