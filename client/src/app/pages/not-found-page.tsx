import { useTitle } from '../../lib/use-title.ts';
import { HomeAction, Standalone } from '../standalone.tsx';

export function Page() {
  useTitle('404');
  return (
    <Standalone
      mark={<span className="font-display text-5xl font-bold tracking-tight text-white">404!</span>}
      title="Oops! The page you are looking for does not exist."
      text="The link is old or has a typing error."
      safe="Nothing was spent."
      action={<HomeAction />}
    />
  );
}
