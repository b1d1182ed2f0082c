import { useHome } from '../lib/home.ts';
import { ButtonLink } from '../ui/button.tsx';
import { paths } from './paths.ts';

/** Where the reader is at home: their wallet, the operators' screens, or the start page. */
export function HomeLink() {
  const home = useHome() ?? { path: paths.home, name: 'Go to start page' };
  return (
    <ButtonLink look="ink" to={home.path}>
      {home.name}
    </ButtonLink>
  );
}
