import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { prefersStillness } from '../lib/thrift.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { focusReplacementOf } from './next-focus.ts';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Whether coins are being moved, so that the dialog cannot be closed. */
  isBusy?: boolean;
  /** Asked before it closes on Esc, on a press outside it or on its close button. */
  mayLeave?: () => boolean;
  /** A panel at the right edge instead of a sheet (phones) or dialog (desktop). */
  asPanel?: boolean;
  /** Over the whole screen, with a header of its own. */
  asStage?: boolean;
  /** Whether the dialog has space for two columns on a desktop. */
  isWide?: boolean;
  /** Shows the title and a close button above the content. */
  withHeader?: boolean;
  /** Content; a function receives the close handler for its own close button. */
  children: ReactNode | ((leave: () => void) => ReactNode);
}

const leaveMs = 160;

/**
 * A native modal dialog: it traps the focus, closes on Esc or a press outside it and restores the focus. While coins are being
 * moved (`isBusy`), neither closes it.
 */
export function Modal(props: ModalProps) {
  const {
    title,
    onClose,
    isBusy,
    mayLeave,
    asPanel,
    asStage,
    isWide,
    withHeader = !asStage,
    children,
  } = props;
  const { dialog, leave } = useDialog(onClose, () => !isBusy && mayLeave?.() !== false);
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-busy={isBusy || undefined}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // Chromium closes it at a second Esc without asking.
      onClose={({ currentTarget }) => {
        if (!currentTarget.isConnected || currentTarget.open) return;
        if (isBusy) currentTarget.showModal();
        else onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isOutside(event, event.currentTarget)) leave();
      }}
      className={classNames(
        'fixed m-0 max-w-none overflow-auto bg-surface text-ink shadow-3 lg:animate-enter',
        asPanel ? 'animate-panel' : 'animate-sheet',
        asStage
          ? 'inset-0 h-dvh max-h-none w-full'
          : asPanel
            ? 'inset-y-0 right-0 left-auto h-dvh max-h-none w-[min(86vw,360px)] rounded-l-xl p-4 lg:top-4 lg:right-4 lg:bottom-auto lg:h-fit lg:max-h-[calc(100dvh-2rem)] lg:w-[340px] lg:rounded-[26px]'
            : 'inset-x-0 top-auto bottom-0 max-h-[92dvh] w-full rounded-t-xl p-5 pb-6 lg:inset-0 lg:m-auto lg:h-fit lg:rounded-xl lg:p-7',
        asPanel || asStage ? '' : isWide ? 'lg:max-w-[920px]' : 'lg:max-w-[460px]',
      )}
    >
      {asPanel || asStage ? null : (
        <span
          aria-hidden="true"
          className="mx-auto -mt-2.5 mb-3 block h-1 w-10 rounded-full bg-line lg:hidden"
        />
      )}
      {withHeader ? (
        <header className="mb-4 flex items-center justify-between gap-3">
          <h2 id={titleId} className="min-w-0 font-display text-xl wrap-anywhere">
            {title}
          </h2>
          <IconButton label="Close" onClick={leave} disabled={isBusy} className="-mr-2">
            <X size={24} aria-hidden />
          </IconButton>
        </header>
      ) : (
        <h2 id={titleId} className="sr-only">
          {title}
        </h2>
      )}
      {typeof children === 'function' ? children(leave) : children}
    </dialog>
  );
}

/** Opens the dialog while it is mounted. `leave` fades it out and calls `onClose`, if it may. */
function useDialog(onClose: () => void, mayLeave: () => boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is removed from the page, because only then the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const moveFocus = focusReplacementOf(document.activeElement);
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      moveFocus();
    };
  }, []);

  const isLeaving = useRef(false);
  const leave = () => {
    if (isLeaving.current || !mayLeave()) return;
    if (!dialog.current || prefersStillness()) return onClose();
    isLeaving.current = true;
    const fade = dialog.current.animate(
      { opacity: 0, transform: 'translateY(8px)' },
      { duration: leaveMs, fill: 'forwards' },
    );
    fade.onfinish = () => {
      onClose();
      // If the parent keeps the dialog mounted, it is opened again.
      requestAnimationFrame(() => {
        isLeaving.current = false;
        fade.cancel();
      });
    };
  };
  return { dialog, leave };
}

/** Whether a click is on the backdrop, which belongs to the dialog element and is distinguished by position. */
function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
