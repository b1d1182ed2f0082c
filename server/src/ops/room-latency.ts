import { Gauge, type MetricType, type Registry } from 'prom-client';
import { LATENCY_BOUNDS_MS, type Latency } from '../rooms/metrics.ts';

export interface RoomLatencyOptions {
  name: string;
  help: string;
  /** By kind of room. */
  read: () => Iterable<readonly [string, Latency]>;
}

type Labels = 'kind' | 'le';

/**
 * A histogram whose buckets are kept by the rooms: recording there is cheaper, and only a scrape reads it. Built on the
 * library's gauge, since its own histogram shows only what it observed itself.
 */
export class RoomLatency extends Gauge<Labels> {
  readonly #options: RoomLatencyOptions;

  constructor(registers: Registry[], options: RoomLatencyOptions) {
    const { name, help } = options;
    super({ name, help, labelNames: ['kind', 'le'], registers });
    this.#options = options;
  }

  override async get(): ReturnType<Gauge<Labels>['get']> {
    const { name, read } = this.#options;
    const values: Awaited<ReturnType<Gauge<Labels>['get']>>['values'] = [];
    const add = (part: string, labels: Partial<Record<Labels, string | number>>, value: number) => {
      values.push(Object.assign({ metricName: `${name}_${part}` }, { labels, value }));
    };
    for (const [kind, { buckets, count, sumMs }] of read()) {
      let below = 0;
      for (const [at, boundMs] of LATENCY_BOUNDS_MS.entries()) {
        below += buckets[at] ?? 0;
        add('bucket', { kind, le: boundMs / 1_000 }, below);
      }
      add('bucket', { kind, le: '+Inf' }, count);
      add('sum', { kind }, sumMs / 1_000);
      add('count', { kind }, count);
    }
    // The library's types require an enum here that its JavaScript does not export.
    return { ...(await super.get()), type: 'histogram' as unknown as MetricType, values };
  }
}
