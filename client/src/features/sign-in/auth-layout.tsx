import { paths } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { CoinCharacter } from '../../ui/art/coin-character.tsx';
import { Brand } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SkipLink } from '../../ui/skip-link.tsx';

/** Keeps the place of the character free on a phone. */
const beside = 'max-lg:relative max-lg:max-w-[62%]';

/** Layout of the sign-in screens: a stage with the title, a sheet with the form. */
export function AuthLayout({
  title,
  lead,
  hasCharacter = false,
  children,
}: {
  title: string;
  lead: ReactNode;
  /** Whether the character is beside the title on a phone, too. */
  hasCharacter?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_560px] lg:grid-rows-1">
      <SkipLink />
      <header className="stage adire relative overflow-hidden px-5 pt-4 pb-10 [--moon-at:right_-130px_top_-150px] lg:flex lg:flex-col lg:px-14 lg:pt-10 lg:pb-0 lg:[--moon-at:left_-40px_bottom_-200px] lg:[--moon-size:620px_620px]">
        <Link to={paths.home} aria-label="Copup" className="inline-flex min-h-tap items-center self-start">
          <Brand />
        </Link>
        {hasCharacter ? <CoinCharacter className="absolute right-[-18px] -bottom-9 w-31 lg:hidden" /> : null}
        <h1
          className={classNames(
            'mt-5.5 text-[1.75rem] lg:mt-18 lg:max-w-[11ch] lg:text-5xl lg:leading-none',
            hasCharacter && beside,
          )}
        >
          {title}
        </h1>
        <p
          className={classNames(
            'mt-1 wrap-anywhere text-on-stage-2 lg:mt-3.5 lg:text-lg',
            hasCharacter && beside,
          )}
        >
          {lead}
        </p>
        <CoinCharacter className="mx-auto mt-auto -mb-28 hidden w-95 lg:block" />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="relative z-2 -mt-5.5 grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-t-[26px] bg-canvas px-5 pt-5.5 pb-7 outline-none lg:mt-0 lg:content-center lg:rounded-none lg:px-16 lg:py-10"
      >
        {children}
      </main>
    </div>
  );
}

/** Below a form: another page of the sign-in, which passes on where the user goes afterwards. */
export function OtherWay({ lead, to, name }: { lead: string; to: string; name: string }) {
  const { state } = useLocation();
  return (
    <p className="text-center text-sm text-ink-2">
      {lead}{' '}
      <Link to={to} state={state} className="font-semibold text-brand">
        {name}
      </Link>
    </p>
  );
}
