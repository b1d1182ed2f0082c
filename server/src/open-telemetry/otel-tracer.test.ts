import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import { endWith } from '../tracing.ts';
import { createOtelTracer } from './otel-tracer.ts';

const never: Sampler = { shouldSample: () => ({ decision: SamplingDecision.NOT_RECORD }) };

function setUp(root: Sampler = new AlwaysOnSampler()) {
  const exporter = new InMemorySpanExporter();
  const provide = (sampler: Sampler) =>
    new TracerProvider({
      sampler: new ParentBasedSampler({ root: sampler }),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    }).getTracer('test');
  const tracer = createOtelTracer({
    sampling: provide(root),
    always: provide(new AlwaysOnSampler()),
    close: async () => {},
  });
  const recorded = () => exporter.getFinishedSpans();
  const named = (name: string) => recorded().filter((span) => span.name === name);
  return { tracer, recorded, named };
}

it('shared work is recorded in a trace of its own and in that of each caller', () => {
  const { tracer, named } = setUp();
  const callers = [tracer.root('server', 'one'), tracer.root('server', 'two')].flatMap((span) => span ?? []);
  const batch = tracer.shared('batch', callers);
  const transaction = batch?.start('transaction');
  transaction?.start('commit', { writes: 2 }).end();
  transaction?.end();
  batch?.end();
  for (const caller of callers) caller.end();
  const traces = [...named('batch'), ...named('one'), ...named('two')].map(
    (span) => span.spanContext().traceId,
  );
  expect(new Set(traces).size).toBe(3);
  for (const name of ['transaction', 'commit']) {
    expect(named(name).map((span) => span.spanContext().traceId)).toEqual(traces);
    const [own, ...others] = named(name);
    expect(others.map(({ links }) => links[0]?.context.spanId)).toEqual(
      others.map(() => own?.spanContext().spanId),
    );
  }
  expect(named('commit').map((span) => span.parentSpanContext?.spanId)).toEqual(
    named('transaction').map((span) => span.spanContext().spanId),
  );
  expect(named('commit').map(({ attributes }) => attributes.writes)).toEqual([2, 2, 2]);
});

it('work without a sampled caller is not recorded, and neither is its batch', () => {
  const { tracer, recorded } = setUp(never);
  expect(tracer.root('server', 'request')).toBeUndefined();
  expect(tracer.shared('batch', [])).toBeUndefined();
  const sweep = tracer.lazyRoot('sweep');
  sweep.start('transaction').end();
  sweep.end();
  expect(sweep.contexts()).toEqual([]);
  expect(recorded()).toEqual([]);
});

it('a sweep without any part is not recorded', () => {
  const { tracer, recorded, named } = setUp();
  const idle = tracer.lazyRoot('idle');
  const idleRun = tracer.shared('run', [idle], {}, true);
  idleRun?.startLazily('transaction').end();
  idleRun?.end();
  idle.end();
  expect(recorded()).toEqual([]);
  const busy = tracer.lazyRoot('busy');
  const run = tracer.shared('run', [busy], {}, true);
  const transaction = run?.startLazily('transaction');
  transaction?.start('commit').end();
  transaction?.end();
  run?.end();
  busy.end();
  expect([named('transaction').length, named('commit').length]).toEqual([2, 2]);
  expect([named('busy').length, named('run')[0]?.links.length]).toEqual([1, 1]);
});

it('a sweep that fails before it changes anything is recorded', async () => {
  const { tracer, named } = setUp();
  const sweep = tracer.lazyRoot('sweep');
  await endWith(sweep, Promise.reject(new Error('away'))).catch(() => {});
  expect(named('sweep').map(({ status }) => status.code)).toEqual([2]);
});

it('a message carries the contexts of sampled traces, at most eight; others are ignored', () => {
  const { tracer, named } = setUp();
  const callers = Array.from({ length: 20 }, () => tracer.root('server', 'bid')).flatMap(
    (span) => span ?? [],
  );
  const contexts = tracer.shared('batch', callers)?.contexts() ?? [];
  expect(contexts).toHaveLength(8);
  tracer.continued('received', contexts)?.end();
  expect(named('received').map((span) => span.parentSpanContext?.spanId)).toEqual(
    contexts.map((context) => context.split('-')[2]),
  );
  const invalid = ['', 'nonsense', `00-${'0'.repeat(31)}-${'1'.repeat(16)}-01`, 7, null] as string[];
  expect(tracer.continued('received', invalid)).toBeUndefined();
  tracer.linkedRoot('job', [...invalid, ...contexts.slice(0, 1)])?.end();
  tracer.linkedRoot('job', invalid)?.end();
  expect(named('job').map(({ links }) => links.length)).toEqual([1, 0]);
});

it('a failure is noted by its kind, never by its text, and only the first end counts', async () => {
  const { tracer, recorded } = setUp();
  const fail = async (name: string, error: unknown) => {
    const span = tracer.root('server', name);
    if (span) await endWith(span, Promise.reject(error)).catch(() => {});
    span?.end();
    span?.add({ late: true });
  };
  await fail('refused', new Refusal('NOT_ENOUGH_COINS', 'Ada has too few coins.'));
  await fail('away', new Refusal('UNAVAILABLE', 'Please try again.'));
  await fail('broken', new TypeError('Ada’s password is swordfish'));
  expect(
    recorded().map(({ name, attributes, status }) => [name, attributes['error.type'], status.code]),
  ).toEqual([
    ['refused', 'NOT_ENOUGH_COINS', 0],
    ['away', 'UNAVAILABLE', 2],
    ['broken', 'TypeError', 2],
  ]);
  expect(
    recorded().map(({ events, status, attributes }) => [events, status.message, attributes.late]),
  ).toEqual(recorded().map(() => [[], undefined, undefined]));
});

it('the current span follows awaited work, and ends with it', async () => {
  const { tracer } = setUp();
  const span = tracer.root('server', 'request');
  expect(tracer.current()).toBeUndefined();
  await tracer.run(span, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(tracer.current()).toBe(span);
    expect(tracer.run(undefined, () => tracer.current())).toBeUndefined();
  });
  expect(tracer.current()).toBeUndefined();
});
