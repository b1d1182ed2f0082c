import { useTitle } from '../../lib/use-title.ts';
import { SoonRing } from '../../ui/art/soon-ring.tsx';
import { HomeLink } from '../home-link.tsx';
import { Standalone } from '../standalone.tsx';

/** A place of the product that is not open yet. */
export function SoonPage({ title }: { title: string }) {
  useTitle(title);
  return (
    <Standalone
      art={<SoonRing className="size-44" />}
      title={title}
      text="This part of Copup opens soon."
      action={<HomeLink />}
    />
  );
}
