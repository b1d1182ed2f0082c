import { toast, useToaster } from 'react-hot-toast/headless';
import { ToastCard } from './toast-card.tsx';

const toastDurationMs = 5_000;
/** Duration of the toast after copying and after a bid. */
export const shortToastDurationMs = 3_000;
const mostShown = 3;

/**
 * The toasts, at the top right (on phones over the whole width). They are rendered here, because the library's own rendering needs
 * inline styles, which the CSP forbids. A toaster with an id shows the toasts sent to that id, in the theme of its position.
 */
export function Toaster({ toasterId }: { toasterId?: string }) {
  const { toasts, handlers } = useToaster({ duration: toastDurationMs }, toasterId);
  const shown = toasts.filter((each) => each.visible).slice(0, mostShown);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering a toast only keeps it visible
    <div
      className="pointer-events-none fixed inset-x-3 top-3 z-60 grid justify-items-end gap-2 lg:top-5 lg:right-5 lg:left-auto"
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
        </ToastCard>
      ))}
    </div>
  );
}
