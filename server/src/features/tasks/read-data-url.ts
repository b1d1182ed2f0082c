import { badDataUrl } from './tasks.errors.ts';

/** Decodes the base64 data of a data URL, whose media type is ignored. Throws BAD_IMAGE. */
export function readDataUrl(url: string): Buffer {
  const data = url.slice(url.indexOf(',') + 1);
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(data, 'base64');
  // Node ignores characters that are not base64, and the result is then shorter.
  if (data.length % 4 !== 0 || bytes.length !== (data.length / 4) * 3 - padding) throw badDataUrl();
  return bytes;
}
