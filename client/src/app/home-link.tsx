import { paths } from '@copup/shared/page-paths.ts';
import { useHome } from '../lib/home.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Where the reader is at home: their wallet, the operators' screens, or the start page. */
export function HomeLink() {
  const home = useHome() ?? { path: paths.home, name: 'Go to start page' };
  return (
    <ButtonLink look="ink" to={home.path}>
      {home.name}
    </ButtonLink>
  );
}
