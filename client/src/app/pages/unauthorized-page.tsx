import { useTitle } from '../../lib/use-title.ts';
import { HomeLink } from '../home-link.tsx';
import { Standalone } from '../standalone.tsx';

export function Page() {
  useTitle('Unauthorized');
  return (
    <Standalone title="Unauthorized" text="Your account may not open this page." action={<HomeLink />} />
  );
}
