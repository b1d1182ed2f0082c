import { classNames } from './class-names.ts';

interface ProgressBarProps {
  /** From 0 to 1. */
  share: number;
  /** The name and the value in words. */
  label: string;
  text: string;
  className?: string;
}

/** A bar that is green once it is full. */
export function ProgressBar({ share, label, text, className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={text}
      className={classNames('overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        style={{ transform: `scaleX(${share})` }}
        className={classNames(
          'h-full origin-left rounded-full transition-transform duration-(--dur-enter) motion-reduce:transition-none',
          share >= 1 ? 'bg-ok' : 'bg-brand',
        )}
      />
    </div>
  );
}
