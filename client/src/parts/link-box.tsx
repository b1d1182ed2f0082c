import { isolate } from '@copup/shared/isolate.ts';
import { Copy, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useState } from 'react';
import { share } from '../lib/share.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Modal } from '../ui/modal.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { toast } from '../ui/toast.ts';
import { shortToastDurationMs } from '../ui/toaster.tsx';

/** A link with the ways to pass it on: copy, the device's share sheet, and a QR code. */
export function LinkBox({ link, name }: { link: string; name: string }) {
  const [isQrShown, setIsQrShown] = useState(false);
  const pass = async () => {
    const outcome = await share(`Join ${isolate(name)} on Copup with me.`, link);
    if (outcome === 'copied') toast.success('Copied to clipboard!', shortToastDurationMs);
    if (outcome === 'failed') toast.error('The link could not be shared. Select it instead.');
  };
  return (
    <div className="flex flex-wrap items-center justify-end rounded-md bg-sunken py-1 pr-1 pl-3.5">
      <p className="min-w-0 flex-[1_1_9rem] truncate font-mono text-sm select-all" title={link}>
        {link}
      </p>
      <span className="flex">
        <IconButton label={`Copy the link to ${isolate(name)}`} onClick={() => void copyText(link)}>
          <Copy size={20} aria-hidden />
        </IconButton>
        <IconButton label={`Share the link to ${isolate(name)}`} onClick={() => void pass()}>
          <Share2 size={20} aria-hidden />
        </IconButton>
        <IconButton label={`QR code of the link to ${isolate(name)}`} onClick={() => setIsQrShown(true)}>
          <QrIcon size={20} aria-hidden />
        </IconButton>
      </span>
      {isQrShown ? (
        <Modal title="Scan to join" onClose={() => setIsQrShown(false)}>
          {(leave) => (
            <div className="grid gap-4">
              <p className="wrap-anywhere text-ink-2">{name}</p>
              <div className="mx-auto aspect-square w-full max-w-[300px] overflow-hidden rounded-[26px] bg-white">
                <QrCode value={link} title={`QR code of the link to ${isolate(name)}`} />
              </div>
              <Button look="ink" onClick={leave}>
                Done
              </Button>
            </div>
          )}
        </Modal>
      ) : null}
    </div>
  );
}
