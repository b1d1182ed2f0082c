import { isolate } from '@copup/shared/isolate.ts';
import { Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** Time after which a shown password is hidden again. */
const shownMs = 10_000;

/** The password of an own bet, hidden until the user shows it. */
export function PasswordRow({ password, title }: { password: string; title: string }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <div className="flex items-center gap-1 rounded-md bg-canvas py-1 pr-1 pl-3.5">
      <p className="min-w-0 flex-1">
        <span className="block text-xs text-ink-2">Password</span>
        {isShown ? (
          <span className="block font-mono text-sm font-bold wrap-anywhere">{password}</span>
        ) : (
          <span className="block text-sm font-bold tracking-widest">
            <span aria-hidden="true">••••••••</span>
            <span className="sr-only">Hidden</span>
          </span>
        )}
      </p>
      <IconButton
        label={`${isShown ? 'Hide' : 'Show'} the password of ${isolate(title)}`}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
      </IconButton>
      <IconButton label={`Copy the password of ${isolate(title)}`} onClick={() => void copyText(password)}>
        <Copy size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
