import { Submit } from '../../parts/form-parts.tsx';

/** The way on: at the lower edge of a phone, below the form on a desktop. */
export function SendDock({ isOnline, isBusy = false }: { isOnline: boolean; isBusy?: boolean }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 bg-surface px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--c-line),0_-16px_32px_-20px_rgb(15_21_48/0.3)] lg:static lg:bg-transparent lg:p-0 lg:shadow-none">
      <Submit size="lg" busy={isBusy} busyText="Looking up the name…" disabled={!isOnline} className="w-full">
        Continue
      </Submit>
    </div>
  );
}
