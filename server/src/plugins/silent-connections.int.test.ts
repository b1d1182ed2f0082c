import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';

it('a line on which nothing was asked yet keeps no closing server open', async () => {
  const app = await startApp({ redis: null });
  const line = connect(Number(new URL(app.url).port), '127.0.0.1');
  const accepted = once(app.app.server, 'connection');
  await once(line, 'connect');
  await accepted;
  const closed = app.close().then(() => 'closed');
  expect(await Promise.race([closed, pause(8_000, 'still open', { ref: false })])).toBe('closed');
  line.destroy();
});
