import { toast } from './toast.ts';
import { shortToastDurationMs } from './toaster.tsx';

/** Copies a text and reports it with a toast. */
export async function copyText(
  text: string,
  copied = 'Copied to clipboard!',
  refused = 'Copying is not allowed here. Select the text instead.',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied, shortToastDurationMs);
  } catch {
    toast.error(refused);
  }
}
