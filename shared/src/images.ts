/** Widths in pixels and formats in which the server keeps every uploaded picture. */
export const imageWidths = [320, 640, 1280] as const;
export const imageFormats = ['webp', 'avif'] as const;
export type ImageWidth = (typeof imageWidths)[number];
export type ImageFormat = (typeof imageFormats)[number];

/** The width that replies name. */
const WIRE_WIDTH = 640;
const NAMED = /^(.*\/uploads\/[0-9a-f]{32})-640\.webp$/;

export const imageFile = (name: string, width: ImageWidth, format: ImageFormat): string =>
  `${name}-${width}.${format}`;

/** What a reply says of a stored picture; empty where there is none. */
export const imageUrl = (name: string | null): string =>
  name === null ? '' : `/uploads/${imageFile(name, WIRE_WIDTH, 'webp')}`;

/** The `srcset` of a picture that a reply named; undefined for an address that is not of a stored picture. */
export function srcsetOf(image: string, format: ImageFormat): string | undefined {
  const name = NAMED.exec(image)?.[1];
  if (name === undefined) return undefined;
  return imageWidths.map((width) => `${imageFile(name, width, format)} ${width}w`).join(', ');
}
