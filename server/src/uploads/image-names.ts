import { type ImageFormat, imageFormats, imageWidths } from '@copup/shared/images.ts';

const FILE = new RegExp(`^[0-9a-f]{32}-(?:${imageWidths.join('|')})\\.(${imageFormats.join('|')})$`);

/** The format of a file that can be one of ours; undefined for every other name, above all for paths. */
export function formatOfFile(file: string): ImageFormat | undefined {
  return FILE.exec(file)?.[1] as ImageFormat | undefined;
}
