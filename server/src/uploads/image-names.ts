import { type ImageFormat, imageFormats, imageWidths } from '@copup/shared/images.ts';

const FILE = new RegExp(`^[0-9a-f]{32}-(?:${imageWidths.join('|')})\\.(${imageFormats.join('|')})$`);

/** Returns the format of a stored file's name; undefined for every other name, in particular for paths. */
export function formatOfFile(file: string): ImageFormat | undefined {
  return FILE.exec(file)?.[1] as ImageFormat | undefined;
}
