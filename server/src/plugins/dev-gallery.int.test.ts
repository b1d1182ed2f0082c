import { startApp } from '@copup/testkit/app.ts';
import { expect, it } from 'vitest';

it('R3 serves the gallery of components in development', { tags: ['full'], timeout: 110_000 }, async () => {
  const app = await startApp({ redis: null });
  try {
    const page = await fetch(`${app.url}/dev/gallery`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const script = /src="(\/dev\/gallery\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
    expect(script).toBeDefined();
    const loaded = await fetch(`${app.url}${script}`);
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'text/javascript']);
    expect((await fetch(`${app.url}/dev/gallery/..%2f..%2fpackage.json`)).status).toBe(404);
  } finally {
    await app.close();
  }
});
