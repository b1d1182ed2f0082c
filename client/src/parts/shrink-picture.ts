import { isThrifty } from '../lib/thrift.ts';

/** The types of pictures that the server accepts (T1). */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
/** What the server accepts at most. */
const mostBytes = 2 * 2 ** 20;

/** A picture that is ready to be sent. */
export interface Picture {
  /** The name of the chosen file. */
  name: string;
  /** The chosen file's size and time, which represent it in a stored intent. */
  size: number;
  lastModified: number;
  blob: Blob;
}

interface Goal {
  /** The picture is sent as it is up to this size. */
  bytes: number;
  /** Width times height: the text of a phone's screenshot stays legible, also of a long one. */
  pixels: number;
}

const usual: Goal = { bytes: 450 * 1024, pixels: 2_400_000 };
const thrifty: Goal = { bytes: 220 * 1024, pixels: 1_400_000 };
/** Attempts from the best picture to the smallest: the share of the pixels, and JPEG's quality. */
const attempts: readonly (readonly [share: number, quality: number])[] = [
  [1, 0.8],
  [1, 0.62],
  [0.6, 0.7],
  [0.6, 0.5],
  [0.35, 0.5],
];

const unreadableText = 'This file cannot be read as a picture. Choose another one.';
const typeText = 'PNG, JPEG or WebP only';
const sizeText = 'At most 2 MB';

/** Returns the size of a picture with at most about this number of pixels. */
export function fitSize(width: number, height: number, pixels: number): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Returns the file as a picture of at most about 450 KB (220 KB with Save-Data), because data is metered. Small files stay as they
 * are; others become JPEG, step by step smaller until they fit. Rejects with an error for the user.
 */
export async function shrinkPicture(file: File): Promise<Picture> {
  const { name, size, type, lastModified } = file;
  if (!pictureTypes.includes(type)) throw new Error(typeText);
  const goal = isThrifty() ? thrifty : usual;
  const image = await decode(file);
  if (size <= goal.bytes) return { name, size, lastModified, blob: file };
  let smallest: Blob = file;
  for (const [share, quality] of attempts) {
    const blob = await encode(image, goal.pixels * share, quality);
    if (blob && blob.size < smallest.size) smallest = blob;
    if (smallest.size <= goal.bytes) break;
  }
  if (smallest.size > mostBytes) throw new Error(sizeText);
  return { name, size, lastModified, blob: smallest };
}

/** An image element applies the orientation of photos in all supported browsers. */
async function decode(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new Error(unreadableText);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function encode(image: HTMLImageElement, pixels: number, quality: number): Promise<Blob | null> {
  const { width, height } = fitSize(image.naturalWidth, image.naturalHeight, pixels);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Returns the data URL of a picture, as the API takes it. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(unreadableText));
    reader.readAsDataURL(blob);
  });
}
