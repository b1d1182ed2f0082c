import { availableParallelism } from 'node:os';
import { demoSpinPasscode } from '@copup/testkit/demo-accounts.ts';
import { readSecret } from './agents/protocol.ts';
import { type Assertion, parseAssertions } from './assertions.ts';
import { BadOptions } from './bad-options.ts';
import { parseRegressions, type Regression } from './compare.ts';
import type { Transport } from './messages.ts';
import {
  check,
  checkFile,
  type OperatorAccount,
  parseTime,
  readAddress,
  readAgents,
  readOperator,
  readTransport,
  readUrls,
  toNumber,
} from './option-values.ts';
import { type OutputFormat, outputFormats } from './outputs.ts';
import { type Arguments, readArguments } from './read-arguments.ts';
import { sizesOf } from './replay/plan-replay.ts';
import { cutTrace, readTrace, type TracePart } from './replay/read-trace.ts';
import type { Sizes } from './scenarios/scenario.ts';
import { type ScenarioName, scenarios } from './scenarios/scenarios.ts';

export interface LoadOptions extends Sizes {
  scenario: ScenarioName;
  urls: string[];
  /** Of each agent, if there are any. */
  workers: number;
  /** Addresses of the machines that send the load; this one does if there are none. */
  agents: string[];
  /** Shared with the agents. */
  secret: string;
  files: Partial<Record<OutputFormat, string | undefined>>;
  /** The OTLP/HTTP collector that receives the figures. */
  otlpUrl: string | undefined;
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
  | { kind: 'agent'; host: string; port: number; secret: string }
  | { kind: 'tokens'; options: TokenOptions }
  | { kind: 'list'; options: TokenOptions }
  | { kind: 'end'; options: TokenOptions; realm: number | 'all' }
  | { kind: 'report'; file: string; htmlFile: string }
  | { kind: 'compare'; files: [string, string]; htmlFile: string; failOn: Regression[] }
  | { kind: 'run'; options: LoadOptions };

/** The server ends a load test a day after its creation; the rest is for the preparation and the checks. */
const LONGEST_MS = 82_800_000;
const names = Object.keys(scenarios) as ScenarioName[];
const fromFile = ['clients', 'rooms', 'capacity', 'rate'] as const;
const ofReplay = ['from', 'to', 'speed'] as const;

/** Parses the arguments. Throws one BadOptions with all errors and the allowed values. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = readArguments(args);
  if (values.help || (positionals.length === 0 && args.length === 0)) return { kind: 'help' };
  const [name = '', ...rest] = positionals;
  if (name === 'compare' || name === 'report') return readFiles(name, rest, values);
  if (name === 'agent')
    return { kind: 'agent', ...readAddress('listen', values.listen), secret: readSecret(env) };
  if (name === 'tokens' || name === 'list' || name === 'end') return readTokens(name, rest, values, env);
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
  } else {
    for (const option of ofReplay)
      if (values[option] !== undefined) errors.push(`--${option}: only replay has it.`);
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
    durationMs: time('duration', 1_000, LONGEST_MS, defaults.durationMs),
    capacity: values.capacity === undefined ? undefined : whole('capacity', 2, 40_000, 2),
    seed: whole('seed', 0, 2 ** 32 - 1, 1),
    workers: whole('workers', 1, 64, Math.max(2, Math.min(4, availableParallelism()))),
    agents: readAgents(errors, values.agents),
    secret: values.agents === undefined ? '' : readSecret(env),
    files: Object.fromEntries(outputFormats.map((format) => [format, values[format]])),
    otlpUrl: values.otlp === undefined ? undefined : readUrls([values.otlp], errors, 'otlp')[0],
    assertions: [],
    ownsServer: values['i-own-this-server'] ?? false,
    operator,
    transport: readTransport(values.transport, errors),
    spinPasscode: values['spin-passcode'] ?? demoSpinPasscode,
    databaseUrl: values.database ?? (env.DATABASE_URL || undefined),
  };
  if (options.rate * (options.durationMs / 1_000) > 2_000_000)
    errors.push('--rate and --duration: more than 2,000,000 commands; reduce one of them.');
  for (const option of outputFormats) checkFile(errors, option, values[option]);
  if (values.assert !== undefined) {
    try {
      options.assertions = parseAssertions(values.assert);
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  const part = isReplay ? readPart(errors, values) : {};
  if (errors.length > 0) throw new BadOptions(errors.join('\n'));
  if (file !== undefined) {
    const trace = cutTrace(readTrace(file), part);
    if (trace.count === 0) throw new BadOptions(`replay: ${file} has no event between --from and --to.`);
    Object.assign(options, { trace, ...sizesOf(trace) });
    if (values.ramp === undefined) options.rampMs = Math.max(1_000, options.clients * 2);
  }
  return { kind: 'run', options };
}

/** The part of a trace that replay repeats. `--duration` is the time that it takes, at its speed. */
function readPart(errors: string[], values: Arguments): TracePart {
  const time = (option: 'from' | 'to', otherwise: number) =>
    check(errors, option, values[option], 0, 86_400_000, otherwise, parseTime, 'ms');
  const fromMs = time('from', 0);
  const speed = check(errors, 'speed', values.speed, 0.1, 100, 1, toNumber);
  if (values.to !== undefined && values.duration !== undefined)
    errors.push('--to and --duration: name one of them.');
  if (values.duration !== undefined)
    return {
      fromMs,
      speed,
      toMs:
        fromMs +
        speed * check(errors, 'duration', values.duration, 1_000, 86_400_000, 1_000, parseTime, 'ms'),
    };
  if (values.to === undefined) return { fromMs, speed };
  const toMs = time('to', fromMs);
  if (toMs <= fromMs) errors.push('--to must be after --from.');
  return { fromMs, toMs, speed };
}

function readFiles(name: 'compare' | 'report', rest: readonly string[], values: Arguments): Command {
  const errors: string[] = [];
  const htmlFile = values.html ?? (name === 'compare' ? 'load-comparison.html' : 'load-report.html');
  checkFile(errors, 'html', htmlFile);
  const [first = '', second = ''] = rest;
  if (rest.length !== (name === 'compare' ? 2 : 1))
    errors.push(
      `${name} takes ${name === 'compare' ? 'two files' : 'one file'} written by --json or --html.`,
    );
  if (errors.length > 0) throw new BadOptions(errors.join('\n'));
  if (name === 'report') return { kind: 'report', file: first, htmlFile };
  const failOn = values['fail-on'] === undefined ? [] : parseRegressions(values['fail-on']);
  return { kind: 'compare', files: [first, second], htmlFile, failOn };
}

function readTokens(
  name: 'tokens' | 'list' | 'end',
  rest: readonly string[],
  values: Arguments,
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
    durationMs: check(errors, 'duration', values.duration, 60_000, LONGEST_MS, 3_600_000, parseTime, 'ms'),
    file: values.out ?? 'tokens.csv',
    ownsServer: values['i-own-this-server'] ?? false,
  };
  if (name !== 'end') {
    if (name === 'tokens') checkFile(errors, 'out', options.file);
    if (rest.length > 0) errors.push(`Unknown arguments: ${rest.join(' ')}.`);
    if (errors.length > 0) throw new BadOptions(errors.join('\n'));
    return { kind: name, options };
  }
  const realm = values.all ? 'all' : whole(rest[0] ?? '');
  if (Number.isNaN(realm) || rest.length > (values.all ? 0 : 1))
    errors.push('end takes the number of the realm, which list shows, or --all.');
  if (errors.length > 0) throw new BadOptions(errors.join('\n'));
  return { kind: 'end', options, realm };
}
