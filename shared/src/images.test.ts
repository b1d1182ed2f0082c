import { describe, expect, it } from 'vitest';
import { imageUrl, srcsetOf } from './images.ts';

const name = '0123456789abcdef'.repeat(2);

describe('srcsetOf', () => {
  it('lists every width of a stored picture', () => {
    expect(srcsetOf(imageUrl(name), 'avif')).toBe(
      `/uploads/${name}-320.avif 320w, /uploads/${name}-640.avif 640w, /uploads/${name}-1280.avif 1280w`,
    );
  });

  it.each([
    '',
    'blob:https://copup.test/1',
    'data:image/png;base64,AAAA',
    '/art/phone.svg',
    `/uploads/${name}-640.gif`,
  ])('returns undefined for %j', (image) => {
    expect(srcsetOf(image, 'webp')).toBeUndefined();
  });
});
