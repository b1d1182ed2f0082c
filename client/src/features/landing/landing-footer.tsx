import { Link } from 'react-router-dom';

const link = 'inline-flex min-h-tap min-w-tap items-center justify-center font-semibold text-ink-2';

interface LandingFooterProps {
  limitsPath: string;
  privacyPath: string;
  termsPath: string;
}

export function LandingFooter({ limitsPath, privacyPath, termsPath }: LandingFooterProps) {
  return (
    <footer className="mx-auto flex max-w-[1240px] flex-wrap items-center gap-x-5 gap-y-1 px-5 pt-5.5 pb-9 text-sm text-ink-3 lg:px-10">
      <span className="flex-1">© 2025 Copup</span>
      <Link to={limitsPath} className={link}>
        Limits and help
      </Link>
      <Link to={privacyPath} className={link}>
        Privacy Policy
      </Link>
      <Link to={termsPath} className={link}>
        Terms of Service
      </Link>
    </footer>
  );
}
