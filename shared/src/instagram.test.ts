import { describe, expect, it } from 'vitest';
import { canonicalInstagramUrl, instagramEmbedUrl, isReel } from './instagram.ts';

const post = 'https://www.instagram.com/p/C0pUp_2-aB/';
const reel = 'https://www.instagram.com/reel/C0pUp_2-aB/';

describe('T3 addresses of Instagram posts', () => {
  it.each([
    [post, post],
    ['https://instagram.com/p/C0pUp_2-aB', post],
    ['https://WWW.Instagram.com/p/C0pUp_2-aB/?igsh=MzRlODBiNWFlZA==&img_index=2#comments', post],
    ['https://www.instagram.com/copup.ng/p/C0pUp_2-aB/', post],
    [reel, reel],
    ['https://www.instagram.com/reels/C0pUp_2-aB', reel],
    ['https://www.instagram.com:443/copup.ng/reel/C0pUp_2-aB/?x=1', reel],
  ])('stores %s as %s', (text, url) => {
    expect(canonicalInstagramUrl(text)).toBe(url);
  });

  it.each([
    '',
    'www.instagram.com/p/C0pUp_2-aB/',
    'http://www.instagram.com/p/C0pUp_2-aB/',
    'javascript:alert(1)//www.instagram.com/p/C0pUp_2-aB/',
    'https://www.instagram.com.evil.example/p/C0pUp_2-aB/',
    'https://evil.example/www.instagram.com/p/C0pUp_2-aB/',
    'https://evil.example/p/C0pUp_2-aB/?https://www.instagram.com',
    'https://www.instagram.com@evil.example/p/C0pUp_2-aB/',
    'https://user:pass@www.instagram.com/p/C0pUp_2-aB/',
    'https://www.instagram.com:8443/p/C0pUp_2-aB/',
    'https://help.instagram.com/p/C0pUp_2-aB/',
    'https://xn--nstagram-skb.com/p/C0pUp_2-aB/',
    'https://www.instagram.com/copup.ng/',
    'https://www.instagram.com/stories/copup.ng/3141592653/',
    'https://www.instagram.com/p/C0pUp_2-aB/embed/',
    'https://www.instagram.com/p/../../accounts/login/',
    'https://www.instagram.com/p/a%2Fb%2Fc%2Fd/',
    `https://www.instagram.com/p/${'a'.repeat(41)}/`,
    `${post}?${'a'.repeat(300)}`,
  ])('refuses %j', (text) => {
    expect(canonicalInstagramUrl(text)).toBeUndefined();
  });

  it('frames stored addresses only', () => {
    expect(instagramEmbedUrl(reel)).toBe(`${reel}embed/`);
    for (const url of ['https://evil.example/p/C0pUp_2-aB/', `${post}?x=1`, `${post}embed/`, '']) {
      expect(instagramEmbedUrl(url)).toBeUndefined();
    }
    expect([isReel(reel), isReel(post)]).toEqual([true, false]);
  });
});
