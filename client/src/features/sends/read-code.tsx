import { useRef } from 'react';
import { vibrate } from '../../lib/haptics.ts';
import { toast } from '../../ui/toast.ts';

/** The form of an address; only the server checks the check digits. */
export const isAddress = (text: string) => /^cp1[02-9ac-hj-np-z]{38}$/.test(text);

/** Returns the address or username in a typed text, a code, or a link to /send, in its usual form. */
export const recipientIn = (text: string) =>
  (/[?&]to=([^&#\s]+)/.exec(text)?.[1] ?? text).replace(/[\s@]/g, '').toLowerCase();

export const notOurs = 'This is not a Copup code.';

interface Detector {
  detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

let detector: Promise<Detector> | undefined;

/** Returns the text of the QR code in a picture, undefined without one. Nothing leaves the device. */
export async function readCode(source: ImageBitmapSource): Promise<string | undefined> {
  detector ??= loadDetector();
  detector.catch(() => {
    detector = undefined;
  });
  return (await (await detector).detect(source))[0]?.rawValue;
}

async function loadDetector(): Promise<Detector> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const isOwn = await Own?.getSupportedFormats().then((formats) => formats.includes('qr_code'));
  const Class = Own && isOwn ? Own : (await import('qr/decode.js')).BarcodeDetector;
  return new Class({ formats: ['qr_code'] });
}

/** A large photo takes a phone's memory; a code is readable at this width. */
const resizeWidth = 1_200;

/** A hidden field for a picture of a code, and the function that opens it. */
export function usePicture(onAddress: (address: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const text = await createImageBitmap(file, { resizeWidth })
      .then(readCode)
      .catch(() => undefined);
    if (text === undefined) return toast.error('No QR code was found in this picture.');
    const address = recipientIn(text);
    if (!isAddress(address)) return toast.error(notOurs);
    vibrate(20);
    onAddress(address);
  };
  const field = (
    <input
      ref={input}
      type="file"
      accept="image/*"
      hidden
      aria-label="Picture of the code"
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file) void read(file);
        target.value = '';
      }}
    />
  );
  return { field, open: () => input.current?.click() };
}
