import { useEffect, useState } from 'react';
import { pictureTypes } from './picture-rules.ts';

/** Returns the URL of a chosen picture for a preview; null without one. */
export function usePicturePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file || !pictureTypes.includes(file.type)) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
