/** Widths in pixels and formats in which every picture is kept. */
export const imageWidths = [320, 640, 1280] as const;
export const imageFormats = ['webp', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];

const WIRE_WIDTH = 640;
const FILE = /^[0-9a-f]{32}-(?:320|640|1280)\.(webp|avif)$/;

export const imageFile = (name: string, width: (typeof imageWidths)[number], format: ImageFormat): string =>
  `${name}-${width}.${format}`;

/** What a reply says of a stored picture; empty where there is none. */
export const imageUrl = (name: string | null): string =>
  name === null ? '' : `/uploads/${imageFile(name, WIRE_WIDTH, 'webp')}`;

/** The format of a file that can be one of ours; undefined for every other name, above all for paths. */
export function formatOfFile(file: string): ImageFormat | undefined {
  return FILE.exec(file)?.[1] as ImageFormat | undefined;
}
