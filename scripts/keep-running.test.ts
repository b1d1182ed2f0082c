import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepRunning, type Service } from './keep-running.ts';
import { endProcess, identify, isRunning, sendSignal } from './processes.ts';

const quick = { name: 'PostgreSQL', pollMs: 5 };
const started: Service[] = [];
let warnings: string[];
let errors: string[];

beforeEach(() => {
  warnings = [];
  errors = [];
  vi.spyOn(console, 'warn').mockImplementation((line) => void warnings.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(line));
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => Promise.all(started.splice(0).map(({ process }) => endProcess(process, 1_000))));

/** Starts a process that runs until it is killed. */
async function start(): Promise<Service> {
  const { pid = 0 } = spawn('sleep', ['600']);
  const process = identify(pid) ?? { pid, startedAt: '' };
  const service = { url: 'url', process, stop: () => endProcess(process, 1_000) };
  started.push(service);
  return service;
}

const kill = (service: Service | undefined) => sendSignal(service?.process.pid ?? 0, 'SIGKILL');
const last = () => started.at(-1);
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 30_000, interval: 5 });

describe('keepRunning', () => {
  it('restarts the service whenever its process ends, with one line in the log', async () => {
    const kept = keepRunning(await start(), { ...quick, restart: start, onGivenUp: vi.fn() });
    kill(started[0]);
    await until(() => started.length === 2);
    kill(started[1]);
    await until(() => started.length === 3);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toBe(
      `PostgreSQL (process ${started[0]?.process.pid}) ended unexpectedly and is being restarted.`,
    );
    expect(errors).toEqual([]);
    await kept.stop();
    expect(started.some(({ process }) => isRunning(process))).toBe(false);
  });

  it('waits longer before each attempt, and gives up after the last', async () => {
    const onGivenUp = vi.fn();
    const restart = vi.fn(() => Promise.reject(new Error('no space')));
    const kept = keepRunning(await start(), { ...quick, restart, onGivenUp, pausesMs: [0, 10, 20] });
    kill(last());
    await until(() => onGivenUp.mock.calls.length > 0);
    expect(restart).toHaveBeenCalledTimes(3);
    expect(errors).toEqual([
      'PostgreSQL did not start (attempt 1 of 3): no space Next attempt in 0.01 s.',
      'PostgreSQL did not start (attempt 2 of 3): no space Next attempt in 0.02 s.',
      'PostgreSQL did not start (attempt 3 of 3): no space',
    ]);
    await kept.stop();
  });

  it('gives up on a service that repeatedly ends after its start', async () => {
    const onGivenUp = vi.fn();
    const restart = async () => {
      const service = await start();
      kill(service);
      return service;
    };
    const kept = keepRunning(await start(), { ...quick, restart, onGivenUp, pausesMs: [0, 1, 2] });
    kill(last());
    await until(() => onGivenUp.mock.calls.length > 0);
    expect(started).toHaveLength(4);
    await kept.stop();
  });

  it('restarts with the first pause after the service was stable', async () => {
    const onGivenUp = vi.fn();
    const options = { ...quick, restart: start, onGivenUp, pausesMs: [0], stableMs: 0 };
    const kept = keepRunning(await start(), options);
    for (let restarts = 1; restarts <= 3; restarts += 1) {
      kill(last());
      await until(() => started.length === restarts + 1);
    }
    expect(onGivenUp).not.toHaveBeenCalled();
    await kept.stop();
  });

  it('ends a pause when stopped', async () => {
    const onGivenUp = vi.fn();
    const kept = keepRunning(await start(), { ...quick, restart: start, onGivenUp, pausesMs: [3_600_000] });
    kill(last());
    await until(() => warnings.length === 1);
    await kept.stop();
    expect(started).toHaveLength(1);
    expect(onGivenUp).not.toHaveBeenCalled();
  });

  it('waits for a start in progress when stopped, and stops the started service', async () => {
    const isAsked = Promise.withResolvers<void>();
    const mayStart = Promise.withResolvers<void>();
    const restart = async () => {
      isAsked.resolve();
      await mayStart.promise;
      return start();
    };
    const kept = keepRunning(await start(), { ...quick, restart, onGivenUp: vi.fn() });
    kill(last());
    await isAsked.promise;
    const stopped = kept.stop();
    mayStart.resolve();
    await stopped;
    expect(started).toHaveLength(2);
    expect(started.some(({ process }) => isRunning(process))).toBe(false);
  });
});
