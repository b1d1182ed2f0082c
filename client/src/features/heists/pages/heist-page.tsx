import { paths } from '@copup/shared/page-paths.ts';
import { KeyRound } from 'lucide-react';
import { headerBalance } from '../../../balance/balance-pill.tsx';
import { VaultDoor } from '../../../ui/art/vault-door.tsx';
import { HubChoice } from '../../../ui/hub-choice.tsx';
import { Screen } from '../../../ui/page-header.tsx';

/** The two ways to a heist. */
export function Page() {
  return (
    <Screen title="Heists" backTo={paths.dashboard} aside={headerBalance}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
        <HubChoice
          to={paths.preventHeist}
          name="Prevent Heist"
          text="Early tickets for heists that are not open yet, with an unlock code."
        >
          <KeyRound size={44} strokeWidth={1.8} aria-hidden className="text-coin" />
        </HubChoice>
        <HubChoice
          to={paths.heists}
          name="Open Heist"
          text="Buy a ticket, answer one question, and open the vault."
        >
          <VaultDoor className="size-22 lg:size-31" />
        </HubChoice>
      </div>
    </Screen>
  );
}
