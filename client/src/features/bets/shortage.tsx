import { inCoins } from '@copup/shared/coins.ts';
import { useBalance } from '../../balance/use-balance.ts';
import { BuyLink } from '../../parts/buy-link.tsx';
import { Note } from '../../ui/note.tsx';

/** The available coins that a stake needs in addition; 0 while the balance is unknown. Bonus coins cannot be staked (L6). */
export function useMissingCoins(stake: number): number {
  const balance = useBalance();
  return balance ? Math.max(0, stake - balance.available) : 0;
}

/** Says how many coins a stake needs in addition, with the way to them. */
export function Shortage({ stake }: { stake: number }) {
  const missing = useMissingCoins(stake);
  const { bonus = 0 } = useBalance() ?? {};
  if (missing === 0) return null;
  return (
    <Note
      look="warn"
      role="status"
      action={
        <BuyLink look="line" size="sm" missing={missing}>
          Visit the coin shop
        </BuyLink>
      }
    >
      You need {inCoins(missing, 'more')} for this stake.
      {bonus > 0 ? ' Bonus coins cannot be staked.' : ''}
    </Note>
  );
}
