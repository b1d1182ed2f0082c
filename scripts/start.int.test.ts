import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFull } from '../testkit/src/is-full.ts';
import { buildClient } from './client-build.ts';
import { findAccount } from './postgres-account.ts';
import { type NpmStart, readiness, StartHome } from './testing/npm-start.ts';

const isRoot = process.getuid?.() === 0;
const users = [
  { name: 'root', account: undefined, isHere: isRoot && isFull },
  // Only root can switch to another user; otherwise the current user is an ordinary one.
  { name: 'an ordinary user', account: isRoot ? findAccount('nobody') : undefined, isHere: true },
];
const player = { email: 'ada@copup.test', password: 'demo-player-ada' };

async function call(url: string, path: string, options: RequestInit = {}) {
  const reply = await fetch(`${url}/api${path}`, options);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

// A start takes seconds on an idle machine, and up to a minute on a busy one.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(() => buildClient());

for (const { name, account } of users.filter(({ isHere }) => isHere)) {
  // Finding every process of a start needs /proc.
  describe.skipIf(process.platform !== 'linux')(`npm start as ${name}`, { shuffle: false }, () => {
    let home: StartHome;
    let running: NpmStart;
    let authorization: string;

    beforeAll(async () => {
      home = await StartHome.create({ account });
      running = home.start();
      await running.untilReady();
    });
    afterAll(() => home?.remove());

    const lines = (text: string) => running.output.split('\n').filter((line) => line.includes(text));
    const readPlayer = () => call(home.url, '/user/profile', { headers: { authorization } });

    it('serves the page, the API and the demo content, and prints the address', async () => {
      const page = await fetch(home.url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<html');
      expect(running.output).toContain(`Copup is at http://localhost:${new URL(home.url).port}`);
      expect(running.output).toContain('Spin opens with the passcode SPIN-2026');
      expect(running.output).toContain('Bets are joined with the password derby-2026');
      const { status, body } = await call(home.url, '/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(player),
      });
      expect(status).toBe(200);
      authorization = `Bearer ${body.token}`;
    });

    it('refuses a second start on the same data folder, and the first keeps running', async () => {
      const second = home.start();
      expect(await second.ended()).toBe(1);
      expect(second.output).toContain(`Already running on ${home.dataFolder}`);
      expect(await readPlayer()).toMatchObject({ status: 200 });
    });

    it('restarts PostgreSQL after kill -9, on the same port and data', async () => {
      const connection = join(home.dataFolder, 'postgres/connection.json');
      const before = readFileSync(connection, 'utf8');
      await home.killService('postgres');
      expect(readFileSync(connection, 'utf8')).toBe(before);
      expect(await readPlayer()).toMatchObject({ status: 200 });
      expect(lines('PostgreSQL (process')).toEqual([
        expect.stringMatching(/^PostgreSQL \(process \d+\) ended unexpectedly and is being restarted\.$/),
      ]);
    });

    it('restarts Redis after kill -9, on the same port', async () => {
      const config = join(home.dataFolder, 'redis/redis.conf');
      const before = readFileSync(config, 'utf8');
      await home.killService('redis');
      expect(readFileSync(config, 'utf8')).toBe(before);
      expect(lines('Redis (process')).toHaveLength(1);
    });

    it('starts again with its data after kill -9 of every process', { tags: ['full'] }, async () => {
      await home.killAll();
      await running.ended();
      running = home.start();
      await running.untilReady();
      expect(await readPlayer()).toMatchObject({ status: 200 });
      // The demo was not created a second time.
      expect((await call(home.url, '/auction', { headers: { authorization } })).body).toHaveLength(9);
    });

    it('stops everything that it started on Ctrl-C', async () => {
      expect(home.processes().length).toBeGreaterThan(5);
      await running.interrupt();
      expect(home.processes()).toEqual([]);
      expect((await readiness(home.url)).status).toBe(0);
    });
  });
}
