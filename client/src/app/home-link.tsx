import { paths } from '@copup/shared/page-paths.ts';
import { useHome } from '../lib/home.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Links to the user's start page: the wallet, the console, or the landing page. */
export function HomeLink() {
  const home = useHome() ?? { path: paths.home, name: 'Go to start page' };
  return (
    <ButtonLink look="ink" to={home.path}>
      {home.name}
    </ButtonLink>
  );
}
