import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Coins } from '../../../ui/money.tsx';

interface FactsProps {
  bidder: string | null;
  isMe: boolean;
  /** 0 without a sale, because the bid is then returned. */
  spent: number;
  isOnStage?: boolean;
}

/** Maximum number of characters for two amounts side by side on the narrowest phone. */
const longestInHalf = 10;

/** The facts of an auction's result. */
export function Facts({ bidder, isMe, spent, isOnStage = false }: FactsProps) {
  const naira = formatNaira(spent * BIDDING_NAIRA_PER_COIN);
  const cell = classNames('min-w-0 px-3.5 py-3', isOnStage ? 'bg-stage-deep' : 'bg-canvas');
  const term = classNames('text-xs', isOnStage ? 'text-on-stage-2' : 'text-ink-3');
  return (
    <dl
      className={classNames(
        'grid grid-cols-[repeat(auto-fit,minmax(max(8.5rem,40%),1fr))] gap-px overflow-hidden rounded-[18px] text-left',
        isOnStage ? 'bg-white/20' : 'border border-line bg-line',
        naira.length > longestInHalf && 'max-sm:grid-cols-1',
      )}
    >
      <div className={classNames('col-span-full', cell)}>
        <dt className={term}>Highest bidder</dt>
        <dd className="font-bold wrap-anywhere">
          {bidder ?? 'No bids'}
          {isMe ? ' (you)' : ''}
        </dd>
      </div>
      <div className={cell}>
        <dt className={term}>Coins spent</dt>
        <dd className="font-bold">
          <Coins amount={spent} />
        </dd>
      </div>
      <div className={cell}>
        <dt className={term}>Naira equivalent</dt>
        <dd className="font-bold">{naira}</dd>
      </div>
    </dl>
  );
}
