import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, type Operator } from '@copup/testkit/players.ts';
import type { ServerProcess } from '@copup/testkit/processes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TraceReceiver } from '../../test/trace-receiver.ts';
import { createAuction, openTracedServers, type TracedServers } from '../../test/traced-servers.ts';

// Each test starts servers of its own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const recorder = fileURLToPath(new URL('../../test/record-modules.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-modules-'));

let receiver: TraceReceiver;
let world: TracedServers;
beforeAll(async () => {
  [receiver, world] = await Promise.all([TraceReceiver.start(), openTracedServers()]);
});
afterEach(() => {
  receiver.manner = 'accepts';
});
afterAll(async () => {
  await world?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends bids of one player to an auction until the server has decided one, and returns the reply. */
async function bidOnce(server: ServerProcess, admin: Operator): Promise<unknown> {
  const { id: realm, users } = await admin.createLoadTest(1, 1_000);
  const { id } = await createAuction(admin, realm);
  const token = users[0]?.token ?? '';
  const post = (path: string) =>
    vi.waitUntil(
      async () => {
        const { status, body } = await call(server.url, 'POST', path, { token });
        return status === 503 ? undefined : body;
      },
      { timeout: 10_000 },
    );
  await post(`/auction/pay-entry/${id}`);
  return post(`/auction/bid/${id}`);
}

async function runAndBid(name: string, env: Record<string, string>): Promise<ServerProcess> {
  const server = await world.start(name, env);
  expect(await bidOnce(server, await world.signIn(server))).toMatchObject({ seq: 1 });
  return server;
}

describe('a collector that is away', () => {
  it('a wrong address is one clear line of the log; bids are accepted and the server ends', {
    tags: ['full'],
  }, async () => {
    const server = await runAndBid('nowhere', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://operator:swordfish@127.0.0.1:1/collector?key=swordfish',
    });
    const line =
      'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT (http://127.0.0.1:1/collector/v1/traces)';
    await vi.waitFor(() => expect(server.log()).toContain(line));
    expect(await bidOnce(server, await world.signIn(server))).toMatchObject({ seq: 1 });
    expect(await server.stop()).toBe(0);
    expect(server.log().split(line)).toHaveLength(2);
    expect(server.log()).not.toContain('swordfish');
  });

  it('one that refuses is reported in one clear line, and its return too; one that never answers delays neither a bid nor the end', {
    tags: ['full'],
  }, async () => {
    receiver.manner = 'fails';
    const { port } = new URL(receiver.url);
    const server = await runAndBid('refused', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://operator:swordfish@127.0.0.1:${port}/collector?key=swordfish`,
    });
    const bidAgain = async () =>
      expect(await bidOnce(server, await world.signIn(server))).toMatchObject({ seq: 1 });
    const line = `traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT (http://127.0.0.1:${port}/collector/v1/traces)`;
    await vi.waitFor(() => expect(server.log()).toContain(line));
    receiver.manner = 'accepts';
    await bidAgain();
    await vi.waitFor(() => expect(server.log()).toContain('again'));
    expect(server.log().split(line)).toHaveLength(2);
    receiver.manner = 'hangs';
    const received = receiver.headers.length;
    await bidAgain();
    await vi.waitUntil(() => receiver.headers.length > received);
    await bidAgain();
    // 128 and above: it had to be killed.
    expect(await server.stop()).toBe(0);
    expect(server.log()).not.toContain('swordfish');
  });

  it('an address that is no URL, and a wrong sampler, are errors of the configuration', {
    tags: ['full'],
  }, async () => {
    const started = world.start('wrong', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    });
    const text = await started.then(String, String);
    expect(text).toContain('OTEL_EXPORTER_OTLP_ENDPOINT must be a URL of an OpenTelemetry collector');
    expect(text).toContain('OTEL_TRACES_SAMPLER must be one of always_on');
    expect(text).toContain('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  });
});

describe('sampling', () => {
  it('a trace that is not sampled records nothing, also of its batch', { tags: ['full'] }, async () => {
    receiver.spans.splice(0);
    const server = await runAndBid('unsampled', {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    expect(await server.stop()).toBe(0);
    expect(receiver.spans).toEqual([]);
  });
});

describe('the modules of OpenTelemetry', () => {
  /** Returns what a server loaded until its end, each with the module that asked for it. */
  async function modulesOf(name: string, env: Record<string, string>): Promise<string[][]> {
    const list = join(folder, name);
    const server = await runAndBid(name, {
      NODE_OPTIONS: `--import=${recorder}`,
      RECORDED_MODULES: list,
      ...env,
    });
    if (env.OTEL_BSP_SCHEDULE_DELAY) expect(receiver.spans).toEqual([]);
    expect(await server.stop()).toBe(0);
    const lines = readFileSync(list, 'utf8').split('\n');
    return lines.map((line) => line.split(' '));
  }

  const isOpenTelemetry = (url = '') => /\/node_modules\/@opentelemetry\/|\/open-telemetry\//.test(url);
  /** Entries into OpenTelemetry from elsewhere. */
  const entries = (modules: string[][]) =>
    modules.filter(([url, by]) => isOpenTelemetry(url) && !isOpenTelemetry(by));

  async function expectNone(name: string, env: Record<string, string> = {}): Promise<void> {
    const loaded = await modulesOf(name, env);
    expect(loaded.filter(([url]) => url?.includes('/fastify/')).length).toBeGreaterThan(10);
    // The client of Prometheus depends on the package of interfaces, for exemplars, and loads it by itself.
    const byProduct = entries(loaded).filter(([, by]) => !by?.includes('/prom-client/'));
    expect(byProduct).toEqual([]);
    const packages = loaded.flatMap(([url]) => /@opentelemetry\/[^/]+(?=\/dist)/.exec(url ?? '')?.[0] ?? []);
    expect([...new Set(packages)]).toEqual(['@opentelemetry/api']);
  }

  it('are not loaded without an address', { tags: ['full'] }, () => expectNone('off'));

  it('are not loaded when they are disabled', { tags: ['full'] }, () =>
    expectNone('disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }),
  );

  it('are loaded by main alone with a collector, and a server that ends sends its last spans', {
    tags: ['full'],
  }, async () => {
    receiver.spans.splice(0);
    const loaded = await modulesOf('on', {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '10000',
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    });
    expect(receiver.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /api/auction/bid/:id', 'queue', 'transaction', 'commit', 'broadcast']),
    );
    const byProduct = entries(loaded).filter(([, by]) => !by?.includes('/prom-client/'));
    expect(byProduct).toEqual([
      [
        expect.stringMatching(/\/open-telemetry\/start-tracing\.ts$/),
        expect.stringMatching(/\/server\/src\/main\.ts$/),
      ],
    ]);
    expect(loaded.some(([url]) => url?.includes('@opentelemetry/sdk-trace/'))).toBe(true);
  });
});
