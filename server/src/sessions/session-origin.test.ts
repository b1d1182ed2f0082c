import { expect, it } from 'vitest';
import { originOf } from './session-origin.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A556E) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A137F) ${webkit} SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36`,
    'Samsung Internet for Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  ['<script>alert(1)</script>', null],
  ['x'.repeat(100_000), null],
  ['', null],
  [undefined, null],
])('S8a names the device of a user agent briefly: %#', (userAgent, device) => {
  expect(originOf('203.0.113.7', userAgent)).toEqual({ device, network: '203.0.113.0/24' });
});
