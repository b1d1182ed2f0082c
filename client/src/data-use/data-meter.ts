import type { Traffic } from '../realtime/index.ts';

/** updates: the websocket. files: documents, scripts, styles and fonts of the app, which are loaded once. */
export type DataKind = 'updates' | 'requests' | 'pictures' | 'files';

export interface DataUse {
  /** Bytes since the document was loaded. */
  byKind: Readonly<Record<DataKind, number>>;
  total: number;
  /** Bytes an hour at the rate of the last minutes, without the app's own files; undefined in the first minute. */
  anHour: number | undefined;
}

type Loaded = Pick<PerformanceResourceTiming, 'name' | 'transferSize'>;

const hourMs = 3_600_000;
const firstAfterMs = 60_000;
const windowMs = 600_000;
export const sampleEveryMs = 10_000;

export interface DataMeterOptions {
  readTraffic: () => Traffic;
  /** Milliseconds since the document was loaded. */
  nowMs: () => number;
}

/** Adds up what the page receives and sends. An estimate: the headers of requests and TCP are not counted. */
export class DataMeter {
  readonly #options: DataMeterOptions;
  readonly #loaded: Record<Exclude<DataKind, 'updates'>, number> = { requests: 0, pictures: 0, files: 0 };
  #samples = [{ atMs: 0, bytes: 0 }];

  constructor(options: DataMeterOptions) {
    this.#options = options;
  }

  /** Counts what a request received, with its headers; a reply from the cache counts 0. */
  add({ name, transferSize }: Loaded): void {
    this.#loaded[kindOf(name)] += transferSize;
  }

  /** Records what has been used so far, for the rate. */
  sample(): void {
    const atMs = this.#options.nowMs();
    const last = this.#samples.at(-1);
    if (last && atMs - last.atMs < sampleEveryMs) return;
    this.#samples.push({ atMs, bytes: this.#ongoing() });
    const inWindow = this.#samples.findIndex((each) => each.atMs >= atMs - windowMs);
    this.#samples = this.#samples.slice(Math.max(0, inWindow));
  }

  read(): DataUse {
    const byKind = { updates: this.#updates(), ...this.#loaded };
    const [first] = this.#samples;
    const nowMs = this.#options.nowMs();
    const overMs = nowMs - (first?.atMs ?? nowMs);
    return {
      byKind,
      total: byKind.updates + byKind.requests + byKind.pictures + byKind.files,
      anHour: overMs < firstAfterMs ? undefined : ((this.#ongoing() - (first?.bytes ?? 0)) / overMs) * hourMs,
    };
  }

  #updates(): number {
    const { received, sent } = this.#options.readTraffic();
    return received + sent;
  }

  #ongoing(): number {
    return this.#updates() + this.#loaded.requests + this.#loaded.pictures;
  }
}

function kindOf(url: string): Exclude<DataKind, 'updates'> {
  const { pathname } = new URL(url);
  if (pathname.startsWith('/api/')) return 'requests';
  return pathname.startsWith('/uploads/') ? 'pictures' : 'files';
}
