import { avatarSizes, type ImageFormat, imageFormats, imageWidths } from '@copup/shared/images.ts';

const PICTURE = new RegExp(`^[0-9a-f]{32}-(?:${imageWidths.join('|')})\\.(${imageFormats.join('|')})$`);
const AVATAR = new RegExp(`^[0-9a-f]{32}-(?:${avatarSizes.join('|')})\\.(webp)$`);

/** Returns the format of a public file's name; undefined for every other name, in particular for paths. */
export function formatOfFile(file: string): ImageFormat | undefined {
  return (PICTURE.exec(file) ?? AVATAR.exec(file))?.[1] as ImageFormat | undefined;
}
