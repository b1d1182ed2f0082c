import { paths } from '@copup/shared/page-paths.ts';
import { Link, Outlet } from 'react-router-dom';
import { useHome } from '../../lib/home.ts';
import { Brand } from '../../ui/brand.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';

const link = 'inline-flex min-h-tap items-center rounded-full px-3 text-sm font-semibold';
const quiet =
  'inline-flex min-h-tap min-w-tap items-center justify-center font-semibold text-ink-2 hover:underline';

/** Layout of public pages: sign-in links at the top, legal links at the bottom. */
export function PublicLayout() {
  const home = useHome();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <SkipLink />
      <header className="stage">
        <div className="mx-auto flex min-h-16 max-w-[1120px] items-center justify-between gap-3 px-4 lg:px-10">
          <Link
            to={paths.home}
            aria-label="Copup, to the start page"
            className="inline-flex min-h-tap items-center"
          >
            <Brand />
          </Link>
          <nav aria-label="Account" className="flex gap-2">
            {home ? (
              <Link to={home.path} className={`${link} bg-white text-[#0f1530]`}>
                {home.name}
              </Link>
            ) : (
              <>
                <Link to={paths.login} className={`${link} bg-white/15`}>
                  Login
                </Link>
                <Link to={paths.register} className={`${link} bg-white text-[#0f1530]`}>
                  Sign Up
                </Link>
              </>
            )}
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <footer className="mx-auto flex w-full max-w-[1120px] flex-wrap items-center gap-x-5 px-4 py-4 text-sm text-ink-3 lg:px-10">
        <span className="flex-1">© 2025 Copup</span>
        <Link to={paths.limits} className={quiet}>
          Limits and help
        </Link>
        <Link to={paths.privacy} className={quiet}>
          Privacy Policy
        </Link>
        <Link to={paths.terms} className={quiet}>
          Terms of Service
        </Link>
      </footer>
    </div>
  );
}
