import { useObjectUrl } from '../lib/use-object-url.ts';
import { pictureTypes } from './picture-rules.ts';

/** Returns the URL of a chosen picture for a preview; null without one. */
export const usePicturePreview = (file: File | null): string | null =>
  useObjectUrl(file && pictureTypes.includes(file.type) ? file : null);
