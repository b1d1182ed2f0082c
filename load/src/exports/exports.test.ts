import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeOutputs } from '../outputs.ts';
import { goodResult } from '../result.fixture.ts';
import type { LoadResult } from '../result.ts';
import { renderJunit } from './junit.ts';
import { renderPrometheus } from './prometheus.ts';

const folder = mkdtempSync(join(tmpdir(), 'copup-exports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run with a missed assertion and a broken rule, whose texts need escapes. */
function brokenResult(): LoadResult {
  const result = goodResult();
  result.verdict.violations = ['auction 1: "a" < b & c\u0007', 'auction 2'];
  result.assertions = [
    { text: 'p99<1ms', actual: 99, holds: false },
    { text: 'errors=0', actual: 0, holds: true },
  ];
  result.totals.errorKinds = { 'connect: a "name"\\': 3 };
  result.isPassed = false;
  return result;
}

it('--junit has a case for each assertion and check, and the violations as a failure', () => {
  const xml = renderJunit(brokenResult());
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="copup load" tests="6" failures="2"/,
  );
  expect(xml).toContain('classname="load.watch.assertion" name="p99&lt;1ms" time="0">');
  expect(xml).toContain('<failure message="p99&lt;1ms: it was 99">');
  expect(xml).toContain('name="errors=0" time="0"/>');
  expect(xml).toContain('message="auction 1: &quot;a&quot; &lt; b &amp; c?"');
  expect(xml).toContain('classname="load.watch.check" name="10 last states"');
  const passed = renderJunit(goodResult());
  expect(passed).toContain('failures="0"');
  expect(passed).not.toContain('<failure');
});

it('--junit says that a run was stopped and that its realm remains', () => {
  const stopped = { kind: 'failed', reason: 'a worker ended', phase: 'running' } as const;
  const xml = renderJunit({ ...goodResult(), stopped, realm: { id: 3, remains: 'Realm 3 still exists' } });
  expect(xml).toContain('failures="2"');
  expect(xml).toContain('failed while it measured, where the figures end: a worker ended');
  expect(xml).toContain('Realm 3 still exists');
});

it('--prometheus has each figure with its type, and no figure that was not measured', () => {
  const lines = renderPrometheus(brokenResult()).split('\n');
  expect(lines).toContain('# TYPE copup_load_figure gauge');
  const p95 = 'copup_load_figure{scenario="watch",figure="bid.p95"} ';
  const shown = lines.find((line) => line.startsWith(p95)) ?? '';
  expect(Number(shown.slice(p95.length))).toBeCloseTo(95, 0);
  expect(lines).toContain('copup_load_passed{scenario="watch"} 0');
  expect(lines).toContain('copup_load_errors{scenario="watch",kind="connect: a \\"name\\"\\\\"} 3');
  expect(lines).toContain('copup_load_assertion_met{scenario="watch",assertion="p99<1ms"} 0');
  const sample = /^(#.*|copup_load_\w+\{(\w+="(\\.|[^"\\])*",?)+\} -?\d+(\.\d+)?(e[+-]\d+)?|)$/;
  for (const line of lines) expect(line).toMatch(sample);
  expect(lines.join()).not.toContain('close.max');
});

interface Received {
  request: IncomingMessage;
  body: {
    resourceMetrics: {
      resource: { attributes: unknown[] };
      scopeMetrics: {
        metrics: { name: string; unit: string; gauge: { dataPoints: { asDouble: number }[] } }[];
      }[];
    }[];
  };
}

/** A collector that answers with a status. */
async function collector(status: number, reply: string) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ request, body: JSON.parse(Buffer.concat(parts).toString()) });
    response.writeHead(status, { 'content-type': 'application/json' }).end(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

it('--otlp sends the gauges to the collector, which accepts them', async () => {
  const { received, url, close } = await collector(200, '{"partialSuccess":{}}');
  expect(await writeOutputs({ files: {}, otlpUrl: url }, goodResult())).toEqual([]);
  close();
  const [{ request, body } = { request: undefined, body: undefined }] = received;
  expect(request).toMatchObject({
    method: 'POST',
    url: '/v1/metrics',
    headers: { 'content-type': 'application/json' },
  });
  const [of] = body?.resourceMetrics ?? [];
  expect(of?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'copup-load' },
  });
  const metrics = of?.scopeMetrics[0]?.metrics ?? [];
  expect(metrics.find(({ name }) => name === 'copup_load_passed')?.gauge.dataPoints).toMatchObject([
    {
      asDouble: 1,
      startTimeUnixNano: '1767225600000000000',
      timeUnixNano: expect.stringMatching(/^\d{19}$/),
    },
  ]);
  expect(metrics.find(({ name }) => name === 'copup_load_started_timestamp_seconds')).toMatchObject({
    unit: 's',
  });
  expect(metrics.find(({ name }) => name === 'copup_load_figure')?.gauge.dataPoints).toContainEqual(
    expect.objectContaining({
      asDouble: 100,
      attributes: [{ key: 'figure', value: { stringValue: 'bid.max' } }],
    }),
  );
});

it.each([
  [503, '', 'answered 503'],
  [200, '{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"too old"}}', 'too old'],
])('--otlp reports a collector that answers %d %s', async (status, reply, problem) => {
  const { url, close } = await collector(status, reply);
  const [found, ...others] = await writeOutputs({ files: {}, otlpUrl: `${url}/own/path` }, goodResult());
  close();
  expect(others).toEqual([]);
  expect(found).toMatch(/^--otlp http/);
  expect(found).toContain(problem);
});

it('the files are complete when they appear, and one that cannot be written does not keep the others', async () => {
  const path = (name: string) => join(folder, name);
  const files = { json: join(folder, 'gone', 'a.json'), junit: path('a.xml'), prometheus: path('a.prom') };
  const problems = await writeOutputs({ files, otlpUrl: undefined }, goodResult());
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^--json .*ENOENT/);
  expect(readdirSync(folder).sort()).toEqual(['a.prom', 'a.xml']);
  expect(readFileSync(files.prometheus, 'utf8')).toBe(renderPrometheus(goodResult()));
});
