import { paths } from '@copup/shared/page-paths.ts';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { BalancePill } from '../../balance/balance-pill.tsx';

interface SpinStageProps {
  children: ReactNode;
  /** Below the wheel. */
  footer: ReactNode;
}

/** The screen of the wheel: its header, the wheel, and the action at the bottom. */
export function SpinStage({ children, footer }: SpinStageProps) {
  return (
    <section
      aria-label="Wheel"
      className="stage adire flex min-h-dvh flex-col overflow-hidden [--moon-at:center_120px] [--moon-size:620px_620px]"
    >
      <header className="flex min-h-15 items-center gap-2.5 px-4 pt-2 lg:px-10 lg:pt-5">
        <Link
          to={paths.dashboard}
          aria-label="Back"
          className="inline-grid size-tap shrink-0 place-items-center rounded-md bg-white/12"
        >
          <ChevronLeft size={24} aria-hidden />
        </Link>
        <h1 className="min-w-0 flex-1 text-[1.125rem] lg:text-[1.375rem]">Spin</h1>
        <BalancePill className="h-9 rounded-full bg-white/16 px-3" />
      </header>
      <div className="px-5 pt-2 text-center">
        <h2 className="text-[2.25rem] leading-none tracking-[-0.035em]">
          One spin. <br className="lg:hidden" />
          Make it count.
        </h2>
        <p className="mt-2 text-on-stage-2">Win up to 6 coins, paid straight to your wallet.</p>
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-center justify-items-center px-4 pt-6 pb-1">
        {children}
      </div>
      <div className="mx-auto grid w-full max-w-[480px] grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-6 text-center lg:gap-2 lg:pb-3">
        {footer}
      </div>
    </section>
  );
}
