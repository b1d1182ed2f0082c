import { Share2 } from 'lucide-react';
import { share } from '../lib/share.ts';
import { IconButton } from './button.tsx';
import { toast } from './toast.ts';
import { shortToastDurationMs } from './toaster.tsx';

/** Shares a text and a page of the app, on a stage. */
export function ShareButton({ text, path }: { text: string; path: string }) {
  const press = async () => {
    const outcome = await share(text, `${location.origin}${path}`);
    if (outcome === 'copied') toast.success('Copied to the clipboard.', shortToastDurationMs);
    if (outcome === 'failed') toast.error('Sharing is not possible in this browser.');
  };
  return (
    <IconButton label="Share" onClick={() => void press()} className="bg-white/12">
      <Share2 size={20} aria-hidden />
    </IconButton>
  );
}
