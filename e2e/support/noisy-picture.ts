import type { Page } from 'playwright-core';

/** Returns a PNG of coloured noise, which is as large as a picture of this size can be. */
export async function noisyPicture(page: Page, size: { width: number; height: number }): Promise<Buffer> {
  const encoded = await page.evaluate(({ width, height }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser has no canvas');
    const pixels = context.createImageData(width, height);
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, size);
  return Buffer.from(encoded, 'base64');
}
