import { useRef } from 'react';
import { vibrate } from '../lib/haptics.ts';
import { toast } from '../ui/toast.ts';

/** Which codes are wanted: `find` returns what is in the text of one, undefined for other codes. */
export interface WantedCode<Found> {
  find: (text: string) => Found | undefined;
  onFound: (found: Found) => void;
}

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
export function usePicture<Found>({ find, onFound }: WantedCode<Found>) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const text = await createImageBitmap(file, { resizeWidth })
      .then(readCode)
      .catch(() => undefined);
    if (text === undefined) return toast.error('No QR code was found in this picture.');
    const found = find(text);
    if (found === undefined) return toast.error(notOurs);
    vibrate(20);
    onFound(found);
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
