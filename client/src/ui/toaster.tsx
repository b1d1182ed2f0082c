import { useLayoutEffect, useRef } from 'react';
import { toast, useToaster } from 'react-hot-toast/headless';
import { pageAbout } from '../lib/play-refusals.ts';
import { placeToasts } from './place-toasts.ts';
import { ToastCard } from './toast-card.tsx';

export const toastDurationMs = 5_000;
/** Duration of the toast after copying and after a bid. */
export const shortToastDurationMs = 3_000;
const mostShown = 3;

interface ToasterProps {
  toasterId?: string;
  /** Opens a page of the app. The toaster is outside the router. */
  onFollow?: (path: string) => void;
}

/**
 * The toasts, at the top right (on phones over the whole width). They are rendered here, because the library's own rendering needs
 * inline styles, which the CSP forbids. A toaster with an id shows the toasts sent to that id, in the theme of its position.
 */
export function Toaster({ toasterId, onFollow }: ToasterProps) {
  const { toasts, handlers } = useToaster({ duration: toastDurationMs }, toasterId);
  const shown = toasts.filter((each) => each.visible).slice(0, mostShown);
  const box = useRef<HTMLDivElement>(null);
  const newest = shown[0]?.id;
  useLayoutEffect(() => {
    if (newest !== undefined && box.current) placeToasts(box.current);
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering a toast only keeps it visible
    <div
      ref={box}
      data-toasts
      className="pointer-events-none fixed inset-x-3 top-(--toast-top,0.75rem) z-60 grid justify-items-end gap-2 max-lg:*:nth-[n+2]:[display:var(--toast-more,flex)] lg:top-5 lg:right-5 lg:left-auto"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {shown.map((each) => (
        <ToastCard
          key={each.id}
          look={each.type === 'success' || each.type === 'error' ? each.type : 'info'}
          onDismiss={() => toast.dismiss(each.id)}
        >
          {typeof each.message === 'function' ? each.message(each) : each.message}
          <LimitsLink
            page={pageAbout(each.message)}
            onPress={(page) => {
              toast.dismiss(each.id);
              onFollow?.(page);
            }}
          />
        </ToastCard>
      ))}
    </div>
  );
}

/** G1, G2: the way to the limits, in a refusal because of one. */
function LimitsLink({ page, onPress }: { page: string | undefined; onPress: (page: string) => void }) {
  if (page === undefined) return null;
  return (
    <a
      href={page}
      onClick={(event) => {
        event.preventDefault();
        onPress(page);
      }}
      className="mt-1 flex min-h-tap items-center underline"
    >
      Limits and breaks
    </a>
  );
}
