import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder.ts';
import { identify, isRunning } from './processes.ts';

const parent = mkdtempSync(join(tmpdir(), 'copup-lock-'));
const newFolder = () => mkdtempSync(join(parent, 'data-'));
afterAll(() => rmSync(parent, { recursive: true }));

it('gives the lock to one process at a time', async () => {
  const folder = newFolder();
  const unlock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(/Already running on .* \(process \d+\)/);
  unlock();
  (await lockDataFolder(folder))();
});

it('takes over from a process that ended without unlocking, and from a damaged lock', async () => {
  const folder = newFolder();
  const file = join(folder, 'start.lock');
  const ended = { pid: spawnSync('true').pid, startedAt: 'long ago' };
  for (const content of [JSON.stringify({ self: ended }), '', '{"self":', 'null']) {
    writeFileSync(file, content);
    const unlock = await lockDataFolder(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ self: { pid: process.pid } });
    unlock();
    expect(existsSync(file)).toBe(false);
  }
});

it('gives a stale lock to only one of many processes', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'start.lock'), JSON.stringify({ self: { pid: 1, startedAt: 'never' } }));
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(folder)));
  expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
});

it('waits for a holder whose npm has ended', async () => {
  const folder = newFolder();
  const holder = spawn('sleep', ['600']);
  await once(holder, 'spawn');
  const launcher = { pid: 1, startedAt: 'never' };
  writeFileSync(join(folder, 'start.lock'), JSON.stringify({ self: identify(holder.pid ?? 0), launcher }));
  const locked = lockDataFolder(folder);
  holder.kill('SIGKILL');
  (await locked)();
});

it('distinguishes a process from a later one with the same id', async () => {
  const child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  const identity = identify(child.pid ?? 0);
  expect(identity && isRunning(identity)).toBe(true);
  expect(isRunning({ pid: child.pid ?? 0, startedAt: 'another time' })).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(identity && isRunning(identity)).toBe(false);
});
