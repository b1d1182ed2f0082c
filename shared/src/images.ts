/** Widths in pixels and formats in which the server stores every uploaded picture. */
export const imageWidths = [320, 640, 1280] as const;
export const imageFormats = ['webp', 'avif'] as const;
export type ImageWidth = (typeof imageWidths)[number];
export type ImageFormat = (typeof imageFormats)[number];

/** The largest width that phones load, and the most bytes of such a picture (D7). */
export const phoneImageWidth = 640;
export const phoneImageBytes = 40_000;

/** The width of the picture URLs in replies. */
const WIRE_WIDTH = 640;
const NAMED = /^(.*\/uploads\/[0-9a-f]{32})-640\.webp$/;

export const imageFile = (name: string, width: ImageWidth, format: ImageFormat): string =>
  `${name}-${width}.${format}`;

/** Returns the URL of a stored picture for a reply; empty without a picture. */
export const imageUrl = (name: string | null): string =>
  name === null ? '' : `/uploads/${imageFile(name, WIRE_WIDTH, 'webp')}`;

/** Returns the `srcset` of a picture URL; undefined if the URL is not that of a stored picture. */
export function srcsetOf(image: string, format: ImageFormat, maxWidth = 1280): string | undefined {
  const name = NAMED.exec(image)?.[1];
  if (name === undefined) return undefined;
  return imageWidths
    .filter((width) => width <= maxWidth)
    .map((width) => `${imageFile(name, width, format)} ${width}w`)
    .join(', ');
}

/** Sizes of a user's picture, a square of this many pixels (W17). */
export const avatarSizes = [64, 256] as const;
export type AvatarSize = (typeof avatarSizes)[number];
const AVATAR = /^(.*\/uploads\/[0-9a-f]{32})-256\.webp$/;

export const avatarFile = (name: string, size: AvatarSize): string => `${name}-${size}.webp`;

/** Returns the path that `profile` contains for a stored picture: that of the large size. */
export const avatarPath = (name: string): string => `/uploads/${avatarFile(name, 256)}`;

/** Returns the path of the small size; any other path unchanged. */
export function smallAvatar(profile: string): string {
  const name = AVATAR.exec(profile)?.[1];
  return name === undefined ? profile : avatarFile(name, 64);
}

/** Returns the name of the stored picture of a user; undefined for any other path. */
export const avatarName = (profile: string): string | undefined =>
  AVATAR.exec(profile)?.[1]?.split('/').at(-1);
