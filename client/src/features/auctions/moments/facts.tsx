import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Coins } from '../../../ui/money.tsx';

interface ResultFactsProps {
  bidder: string | null;
  isMe: boolean;
  /** 0 without a sale, because the bid is then returned. */
  spent: number;
  isOnStage?: boolean;
}

/** Maximum number of characters for two amounts side by side on the narrowest phone. */
const longestInHalf = 10;

/** The facts of an auction's result. */
export function ResultFacts({ bidder, isMe, spent, isOnStage = false }: ResultFactsProps) {
  const naira = formatNaira(spent * BIDDING_NAIRA_PER_COIN);
  const isWide = naira.length > longestInHalf;
  return (
    <Facts
      isOnStage={isOnStage}
      facts={[
        { name: 'Highest bidder', value: `${bidder ?? 'No bids'}${isMe ? ' (you)' : ''}`, isWide: true },
        { name: 'Coins spent', value: <Coins amount={spent} />, isWide },
        { name: 'Naira equivalent', value: naira, isWide },
      ]}
    />
  );
}
