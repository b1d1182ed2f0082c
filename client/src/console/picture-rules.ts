/** The types of pictures that the server accepts. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
const mostPictureBytes = 2 * 1024 * 1024;

/** Returns the error of a form's picture. */
export function errorOfPicture(picture: File | null): string | undefined {
  if (!picture) return undefined;
  if (!pictureTypes.includes(picture.type)) return 'PNG, JPEG or WebP only';
  return picture.size > mostPictureBytes ? 'At most 2 MB' : undefined;
}
