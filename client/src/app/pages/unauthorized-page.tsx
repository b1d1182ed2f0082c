import { Lock } from 'lucide-react';
import { useTitle } from '../../lib/use-title.ts';
import { HomeAction, Standalone } from '../standalone.tsx';

export function Page() {
  useTitle('Unauthorized');
  return (
    <Standalone
      mark={<Lock size={52} aria-hidden />}
      title="Unauthorized"
      text="Your account may not open this page."
      action={<HomeAction />}
    />
  );
}
