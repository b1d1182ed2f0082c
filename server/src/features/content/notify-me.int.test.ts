import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let server: TestApp;
/** Requests are limited for each network. */
let network = 0;
beforeAll(async () => {
  server = await startApp({ env: { TRUST_PROXY: '1' } });
});
beforeEach(() => {
  network += 1;
});
afterAll(() => server?.close());

const leave = (email: unknown) =>
  server.client.post('/content/notify-me', { email }, { 'x-forwarded-for': `198.51.100.${network}` });
async function keptOf(email: string): Promise<number> {
  const { rows } = await server.deps.db.pool.query('SELECT 1 FROM notify_requests WHERE email = $1', [email]);
  return rows.length;
}

describe('POST /content/notify-me', () => {
  it('R1 stores an address once in any case, and does not reveal that it was known', async () => {
    const first = await leave('ada@copup.test');
    expect(first.status, first.text).toBe(200);
    const again = await leave('Ada@Copup.test');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(first.body).toEqual({ message: 'We’ll e-mail you when the swap function opens.' });
    expect(await keptOf('ada@copup.test')).toBe(1);
  });

  it('stores one row for many concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 3 }, () => leave('bola@copup.test')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await keptOf('bola@copup.test')).toBe(1);
  });

  it.each(['', 'bola', 'bola@', `${'b'.repeat(250)}@copup.test`, 7, null])(
    'R1 refuses %j and names the field',
    async (email) => {
      const { status, body } = await leave(email);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'email' }] });
    },
  );

  it('limits requests for one address', async () => {
    for (let times = 0; times < 3; times += 1) expect((await leave('chidi@copup.test')).status).toBe(200);
    const refused = await leave('chidi@copup.test');
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('limits requests from one network', async () => {
    for (let nth = 0; nth < 30; nth += 1) expect((await leave(`guest${nth}@copup.test`)).status).toBe(200);
    expect((await leave('guest30@copup.test')).status).toBe(429);
  });
});
