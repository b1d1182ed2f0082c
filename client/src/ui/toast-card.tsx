import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

export type ToastLook = 'success' | 'error' | 'info';

interface ToastCardProps {
  look: ToastLook;
  onDismiss: () => void;
  children: ReactNode;
}

/** One toast. Errors are announced assertively, others politely. */
export function ToastCard({ look, onDismiss, children }: ToastCardProps) {
  return (
    <div
      role={look === 'error' ? 'alert' : 'status'}
      className="pointer-events-auto flex min-h-ctl w-full max-w-[380px] animate-enter items-center gap-3 rounded-[16px] bg-ink py-2 pr-1.5 pl-3.5 text-sm leading-snug font-semibold text-on-ink shadow-3 lg:w-[380px]"
    >
      <ToastIcon look={look} />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</span>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

function ToastIcon({ look }: { look: ToastLook }) {
  const shape = { size: 20, 'aria-hidden': true } as const;
  if (look === 'success') return <CircleCheck {...shape} className="shrink-0 text-win dark:text-[#0a7245]" />;
  if (look === 'error')
    return <CircleAlert {...shape} className="shrink-0 text-[#ff8391] dark:text-[#b3152b]" />;
  return <Info {...shape} className="shrink-0" />;
}
