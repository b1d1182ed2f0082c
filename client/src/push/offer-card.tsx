import { paths } from '@copup/shared/page-paths.ts';
import { useMutation } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/calls.ts';
import { closeTopCard, showTopCard } from '../lib/top-card.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { offText, type PushAbility, turnOn } from './device.ts';

/** Shows the offer unless push is off on this server. Returns whether it did. */
export async function showOffer(question: string, ability: PushAbility): Promise<boolean> {
  const { push_key } = await call('GET /config');
  if (push_key === null) return false;
  showTopCard(<OfferCard question={question} needsHomeScreen={ability === 'home-screen'} />);
  return true;
}

/** Beside the page, not over it: a bid may be urgent. The browser asks only after a press. */
function OfferCard({ question, needsHomeScreen }: { question: string; needsHomeScreen: boolean }) {
  const turning = useMutation({
    mutationFn: turnOn,
    onSuccess: (isOn) => {
      if (isOn) toast.success('We’ll tell you on this device.');
      closeTopCard();
    },
    onError: (error) => toast.error(messageOf(error, offText)),
  });
  return (
    <section
      aria-label="Messages"
      className="fixed inset-x-3 top-3 z-50 grid animate-enter gap-3 rounded-lg bg-surface p-4 shadow-3 outline -outline-offset-1 outline-transparent lg:top-auto lg:right-auto lg:bottom-5 lg:left-[calc(var(--spacing-rail)+1.25rem)] lg:w-105"
    >
      <div role="status" className="flex gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-[13px] bg-brand-soft text-brand">
          <BellRing size={20} aria-hidden />
        </span>
        <p className="leading-snug">
          <b className="block font-semibold">{question}</b>
          <span className="text-sm text-ink-2">
            {needsHomeScreen
              ? 'iPhones and iPads allow it once Copup is on the home screen.'
              : 'Also while Copup is closed.'}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" className="flex-1" onClick={closeTopCard}>
          Not now
        </Button>
        {needsHomeScreen ? (
          <ButtonLink size="sm" className="flex-1" to={paths.pushSettings} onClick={closeTopCard}>
            Show me how
          </ButtonLink>
        ) : (
          <Button
            look="ink"
            size="sm"
            className="flex-1"
            busy={turning.isPending}
            onClick={() => turning.mutate()}
          >
            Tell me
          </Button>
        )}
      </div>
    </section>
  );
}
