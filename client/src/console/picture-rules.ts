/** What the server takes as a picture. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
export const mostPictureBytes = 2 * 1024 * 1024;
