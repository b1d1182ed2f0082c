/** The types of pictures that the server accepts. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
export const mostPictureBytes = 2 * 1024 * 1024;
