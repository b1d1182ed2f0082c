import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a script of k6 did under Node.js. */
export interface K6Report {
  checks: Record<string, { passed: number; failed: number }>;
  counters: Record<string, number>;
  trends: Record<string, number[]>;
}

type Script = { default(): void; options: { scenarios: Record<string, { vus: number }> } };
type Params = { headers: Record<string, string> };

const moduleImport = /^import (?:(\w+)|(\{[^}]*\})) from '(k6[^']*)';$/gm;

/**
 * Runs a script of k6 in this process: each virtual user once, with stand-ins for the modules of k6 that use the same
 * protocols. Resolves after all their timers and requests.
 */
export async function runK6(folder: string, file: string, env: Record<string, string>): Promise<K6Report> {
  const report: K6Report = { checks: {}, counters: {}, trends: {} };
  const pending = new Set<Promise<unknown>>();
  const modules = k6Modules(report, pending);
  const source = readFileSync(join(folder, file), 'utf8')
    .replaceAll(moduleImport, (_, whole: string | undefined, named: string | undefined, name: string) => {
      const from = `globalThis.copupK6.modules['${name}']`;
      return whole ? `const ${whole} = ${from}.default;` : `const ${named} = ${from};`;
    })
    .replaceAll(
      /from '\.\/([^']+)'/g,
      (_, name: string) => `from '${pathToFileURL(join(folder, name)).href}'`,
    )
    .replaceAll('__VU', 'globalThis.copupK6.vu');
  const open = (name: string) => readFileSync(join(folder, name), 'utf8');
  Object.assign(globalThis, { copupK6: { modules, vu: 1 }, __ENV: env, open });
  const script = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Script;
  const vus = Object.values(script.options.scenarios)[0]?.vus ?? 1;
  for (let vu = 1; vu <= vus; vu += 1) {
    Object.assign(globalThis, { copupK6: { modules, vu } });
    script.default();
  }
  while (pending.size > 0) await Promise.race(pending);
  return report;
}

function k6Modules({ checks, counters, trends }: K6Report, pending: Set<Promise<unknown>>) {
  const track = <Value>(work: Promise<Value>): Promise<Value> => {
    const done = work.finally(() => pending.delete(done));
    pending.add(done);
    return done;
  };
  return {
    k6: {
      check(value: unknown, named: Record<string, (value: unknown) => boolean>) {
        for (const [name, holds] of Object.entries(named)) {
          checks[name] ??= { passed: 0, failed: 0 };
          checks[name][holds(value) ? 'passed' : 'failed'] += 1;
        }
      },
    },
    'k6/data': {
      SharedArray: class {
        constructor(_name: string, make: () => unknown[]) {
          // biome-ignore lint/correctness/noConstructorReturn: the script indexes it like the array
          return make();
        }
      },
    },
    'k6/http': {
      default: {
        expectedStatuses: () => undefined,
        asyncRequest: (method: string, url: string, body: string | null, { headers }: Params) =>
          track(
            fetch(url, { method, body, headers }).then(async (response) => {
              const reply = (await response.json()) as Record<string, unknown>;
              return { status: response.status, json: (key: string) => reply[key] };
            }),
          ),
      },
    },
    'k6/metrics': {
      Counter: class {
        readonly name: string;
        constructor(name: string) {
          this.name = name;
        }
        add(by: number) {
          counters[this.name] = (counters[this.name] ?? 0) + by;
        }
      },
      Trend: class {
        readonly name: string;
        constructor(name: string) {
          this.name = name;
        }
        add(value: number) {
          trends[this.name] = [...(trends[this.name] ?? []), value];
        }
      },
    },
    'k6/timers': { setTimeout, setInterval, clearInterval },
    'k6/websockets': {
      WebSocket: class extends WebSocket {
        constructor(url: string) {
          super(url);
          void track(new Promise((resolve) => this.addEventListener('close', resolve)));
        }
      },
    },
  };
}
