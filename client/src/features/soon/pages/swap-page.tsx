import { useTitle } from '../../../lib/use-title.ts';
import { SoonRing } from '../../../ui/art/soon-ring.tsx';
import { NotifyMeForm } from '../notify-me-form.tsx';

export function Page() {
  useTitle('Swap');
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-[26rem] content-center justify-items-center gap-2 px-5 py-10 text-center">
      <SoonRing className="size-52" />
      <h1 className="mt-2 text-2xl">We're Launching Soon!</h1>
      <p className="text-balance text-ink-2">
        The swap function is coming soon. Leave your <span className="whitespace-nowrap">e-mail</span> and
        we’ll e-mail you once, on the day it opens.
      </p>
      <div className="mt-4 w-full text-left">
        <NotifyMeForm />
      </div>
    </div>
  );
}
