import { coinWord, formatNumber, inCoins } from '@copup/shared/coins.ts';
import { Zap } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

/** The sign of task coins: blue, because gold is for coins. */
export function TaskCoin({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-full bg-brand text-surface on-stage:bg-on-stage-2 on-stage:text-stage',
        className,
      )}
    >
      <Zap strokeWidth={3} className="size-[60%]" />
    </span>
  );
}

/** An amount of task coins: the sign and the number, in words for screen readers. */
export function TaskCoins({
  amount,
  isSpelled = false,
  className,
}: {
  amount: number;
  isSpelled?: boolean;
  className?: string;
}) {
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-1.5', className)}>
      <TaskCoin className="size-[1.2em]" />
      {isSpelled ? (
        <span className="wrap-anywhere">{inCoins(amount, 'task')}</span>
      ) : (
        <span className="wrap-anywhere">
          {formatNumber(amount)}
          <span className="sr-only"> task {coinWord(amount)}</span>
        </span>
      )}
    </span>
  );
}
