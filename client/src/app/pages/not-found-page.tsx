import { useTitle } from '../../lib/use-title.ts';
import { HomeLink } from '../home-link.tsx';
import { Standalone } from '../standalone.tsx';

export function Page() {
  useTitle('404');
  return (
    <Standalone
      title="404!"
      text="Oops! The page you are looking for does not exist."
      action={<HomeLink />}
    />
  );
}
