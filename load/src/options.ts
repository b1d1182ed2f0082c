import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { demoSpinPasscode } from '@copup/testkit/demo-accounts.ts';
import { type Assertion, parseAssertions } from './assertions.ts';
import { BadOptions } from './bad-options.ts';
import type { Transport } from './messages.ts';
import {
  check,
  type OperatorAccount,
  parseTime,
  readOperator,
  readTransport,
  readUrls,
  toNumber,
} from './option-values.ts';
import { sizesOf } from './replay/plan-replay.ts';
import { readTrace } from './replay/read-trace.ts';
import type { Sizes } from './scenarios/scenario.ts';
import { type ScenarioName, scenarios } from './scenarios/scenarios.ts';

export interface LoadOptions extends Sizes {
  scenario: ScenarioName;
  urls: string[];
  workers: number;
  jsonFile: string | undefined;
  htmlFile: string | undefined;
  assertions: Assertion[];
  ownsServer: boolean;
  operator: OperatorAccount;
  /** Of the server's wheel; with another one all spins are refused. */
  spinPasscode: string;
  transport: Transport;
  /** The target's database, for the full audit of the realm. */
  databaseUrl: string | undefined;
}

/** Players with tokens for another load generator. */
export interface TokenOptions {
  url: string;
  operator: OperatorAccount;
  players: number;
  rooms: number;
  /** How long the auctions stay open. */
  durationMs: number;
  file: string;
  ownsServer: boolean;
}

export type Command =
  | { kind: 'help' }
  | { kind: 'tokens'; options: TokenOptions }
  | { kind: 'end'; options: TokenOptions; realm: number }
  | { kind: 'report'; file: string; htmlFile: string }
  | { kind: 'compare'; files: [string, string]; htmlFile: string }
  | { kind: 'run'; options: LoadOptions };

const names = Object.keys(scenarios) as ScenarioName[];
const fromFile = ['clients', 'rooms', 'capacity', 'rate', 'duration'] as const;

export const usage = `npm run load -- SCENARIO [options]
npm run load -- tokens --players N --out FILE         players with tokens for another load generator
npm run load -- end REALM                             deletes the realm of these players
npm run load -- report a.json [--html FILE]           the run as one page (load-report.html)
npm run load -- compare a.json b.json [--html FILE]   both runs on one page (load-comparison.html)
npm run load -- replay FILE [options]                 a room's trace, exported in the console

${names.map((name) => `  ${name.padEnd(14)} ${scenarios[name].summary}`).join('\n')}

  --url URL          the server; repeat it to distribute the clients over several (default http://localhost:3000)
  --clients N        sockets, 1 to 40000
  --rooms N          auctions, contests or heists, 1 to 2000
  --players N        of tokens: 1 to 5000, divided among its --rooms; --duration is the time that its auctions stay open
  --capacity N       spots of each heist, 2 to 40000 (default half of its players)
  --rate N           bids or plays a second over all rooms, 0 to 5000
  --ramp TIME        time over which the sockets are opened, like 5s (default 1 s per 500 sockets)
  --duration TIME    length of the measurement, like 30s, 10m or 1h
  --transport WAY    of commands that clients may send over their socket: http (default) or socket
  --workers N        worker processes of the driver, 1 to 64
  --seed N           the same seed gives the same schedule
  --json FILE        writes the result, for compare
  --html FILE        writes the report as a single file
  --assert LIST      like 'p99<250ms,errors=0,divergent=0'; exits with 1 if an assertion fails
  --operator EMAIL --password PASSWORD
                     the account that creates the realm; or COPUP_OPERATOR=EMAIL:PASSWORD (default: the demo operator)
  --spin-passcode X  the passcode of the server's wheel (default: that of the demo)
  --database URL     the target's database, for a full audit of the realm (default: DATABASE_URL, or that of the running npm start)
  --i-own-this-server  allows a target on another machine

Exit code: 0 passed, 1 a check or an assertion failed, 2 the test could not run, 130 interrupted.`;

/** Parses the arguments. Throws one BadOptions with all errors and the allowed values. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = read(args);
  if (values.help || (positionals.length === 0 && args.length === 0)) return { kind: 'help' };
  const [name = '', ...rest] = positionals;
  if (name === 'compare') {
    const [before, after] = rest;
    if (before === undefined || after === undefined || rest.length > 2)
      throw new BadOptions('compare takes two files written by --json or --html.');
    return { kind: 'compare', files: [before, after], htmlFile: values.html ?? 'load-comparison.html' };
  }
  if (name === 'report') {
    const [file] = rest;
    if (file === undefined || rest.length > 1)
      throw new BadOptions('report takes one file written by --json.');
    return { kind: 'report', file, htmlFile: values.html ?? 'load-report.html' };
  }
  if (name === 'tokens' || name === 'end') return readTokens(name, rest, values, env);
  const errors: string[] = [];
  const scenario = names.find((each) => each === name);
  if (!scenario)
    errors.push(
      `${name === '' ? 'Name a scenario.' : `Unknown scenario "${name}".`} Allowed: ${names.join(', ')}.`,
    );
  const isReplay = scenario === 'replay';
  const [file, ...further] = isReplay ? rest : [undefined, ...rest];
  if (isReplay) {
    for (const option of fromFile)
      if (values[option] !== undefined) errors.push(`--${option}: replay takes it from the file.`);
    if (file === undefined) errors.push('replay: name the file that the console exported.');
  }
  if (further.length > 0) errors.push(`Unknown arguments: ${further.join(' ')}.`);
  const defaults = scenarios[scenario ?? 'watch'].defaults;
  const whole = (option: keyof typeof values, from: number, to: number, otherwise: number) =>
    check(errors, option, values[option], from, to, otherwise, (text) =>
      /^\d+$/.test(text) ? Number(text) : Number.NaN,
    );
  const time = (option: 'ramp' | 'duration', fromMs: number, toMs: number, otherwise: number) =>
    check(errors, option, values[option], fromMs, toMs, otherwise, parseTime, 'ms');

  const clients = whole('clients', 1, 40_000, defaults.clients);
  const operator = readOperator(values, env, errors);
  const options: LoadOptions = {
    scenario: scenario ?? 'watch',
    urls: readUrls(values.url ?? ['http://localhost:3000'], errors),
    clients,
    rooms: whole('rooms', 1, 2_000, defaults.rooms),
    rate: check(errors, 'rate', values.rate, 0, 5_000, defaults.rate ?? clients, toNumber),
    rampMs: time('ramp', 0, 3_600_000, Math.max(1_000, clients * 2)),
    durationMs: time('duration', 1_000, 86_400_000, defaults.durationMs),
    capacity: values.capacity === undefined ? undefined : whole('capacity', 2, 40_000, 2),
    seed: whole('seed', 0, 2 ** 32 - 1, 1),
    workers: whole('workers', 1, 64, Math.max(2, Math.min(4, availableParallelism()))),
    jsonFile: values.json,
    htmlFile: values.html,
    assertions: [],
    ownsServer: values['i-own-this-server'] ?? false,
    operator,
    transport: readTransport(values.transport, errors),
    spinPasscode: values['spin-passcode'] ?? demoSpinPasscode,
    databaseUrl: values.database ?? (env.DATABASE_URL || undefined),
  };
  if (options.rate * (options.durationMs / 1_000) > 2_000_000)
    errors.push('--rate and --duration: more than 2,000,000 commands; reduce one of them.');
  if (values.assert !== undefined) {
    try {
      options.assertions = parseAssertions(values.assert);
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  if (errors.length > 0) throw new BadOptions(errors.join('\n'));
  if (file !== undefined) {
    const trace = readTrace(file);
    Object.assign(options, { trace, ...sizesOf(trace) });
    if (values.ramp === undefined) options.rampMs = Math.max(1_000, options.clients * 2);
  }
  return { kind: 'run', options };
}

function read(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string', multiple: true },
        clients: text,
        rooms: text,
        capacity: text,
        rate: text,
        ramp: text,
        duration: text,
        workers: text,
        seed: text,
        json: text,
        html: text,
        assert: text,
        players: text,
        out: text,
        operator: text,
        password: text,
        transport: text,
        'spin-passcode': text,
        database: text,
        'i-own-this-server': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new BadOptions(
      `${(error as Error).message.split('. ')[0]}. npm run load -- --help lists the options.`,
    );
  }
}

function readTokens(
  name: 'tokens' | 'end',
  rest: readonly string[],
  values: ReturnType<typeof read>['values'],
  env: NodeJS.ProcessEnv,
): Command {
  const errors: string[] = [];
  const whole = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN);
  const [url = ''] = readUrls(values.url ?? ['http://localhost:3000'], errors);
  const players = check(errors, 'players', values.players, 1, 5_000, 50, whole);
  const options: TokenOptions = {
    url,
    operator: readOperator(values, env, errors),
    players,
    rooms: check(errors, 'rooms', values.rooms, 1, 2_000, Math.min(players, 5), whole),
    durationMs: check(errors, 'duration', values.duration, 60_000, 86_400_000, 3_600_000, parseTime, 'ms'),
    file: values.out ?? 'tokens.csv',
    ownsServer: values['i-own-this-server'] ?? false,
  };
  if (name === 'tokens') {
    if (rest.length > 0) errors.push(`Unknown arguments: ${rest.join(' ')}.`);
    if (errors.length > 0) throw new BadOptions(errors.join('\n'));
    return { kind: 'tokens', options };
  }
  const realm = whole(rest[0] ?? '');
  if (!Number.isInteger(realm) || rest.length > 1)
    errors.push('end takes the number of the realm, which tokens has shown.');
  if (errors.length > 0) throw new BadOptions(errors.join('\n'));
  return { kind: 'end', options, realm };
}
