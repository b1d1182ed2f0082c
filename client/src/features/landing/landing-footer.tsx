import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';

const link = 'inline-flex min-h-tap min-w-tap items-center justify-center font-semibold text-ink-2';

export function LandingFooter({ supportEmail }: { supportEmail: string | null }) {
  return (
    <footer className="mx-auto flex max-w-[1240px] flex-wrap items-center gap-x-5 gap-y-1 px-5 pt-5.5 pb-9 text-sm text-ink-3 lg:px-10">
      <span className="flex-1 whitespace-nowrap">© 2025 Copup</span>
      {supportEmail ? (
        <a href={`mailto:${supportEmail}`} className={link}>
          Support: {supportEmail}
        </a>
      ) : null}
      <Link to={paths.limits} className={link}>
        Limits and help
      </Link>
      <Link to={paths.privacy} className={link}>
        Privacy Policy
      </Link>
      <Link to={paths.terms} className={link}>
        Terms of Service
      </Link>
    </footer>
  );
}
