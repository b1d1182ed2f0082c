import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { demoOperator } from '@copup/testkit/demo-accounts.ts';
import { BadOptions } from './bad-options.ts';
import type { Transport } from './messages.ts';

/** The account that creates realms. */
export interface OperatorAccount {
  email: string;
  password: string;
}

export const toNumber = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses `1500ms`, `30s`, `10m` or `1h` to milliseconds; a bare number is seconds. Returns NaN for anything else. */
export function parseTime(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  return match ? Number(match[1]) * (unitMs[match[2] ?? 's'] ?? Number.NaN) : Number.NaN;
}

export function check(
  errors: string[],
  option: string,
  given: string | boolean | string[] | undefined,
  from: number,
  to: number,
  otherwise: number,
  parse: (text: string) => number,
  unit = '',
): number {
  if (given === undefined) return otherwise;
  const value = parse(String(given));
  if (value >= from && value <= to) return value;
  errors.push(`--${option}: "${given}" is not allowed; enter a value from ${from}${unit} to ${to}${unit}.`);
  return otherwise;
}

/** Checks before a run that its output can be written afterwards. */
export function checkFile(errors: string[], option: string, file: string | undefined): void {
  if (file === undefined) return;
  const folder = dirname(resolve(file));
  const refuse = (problem: string) => errors.push(`--${option} ${file}: ${problem}`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    refuse(`there is no folder ${folder}.`);
    return;
  }
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) refuse('this is a folder; name a file.');
  try {
    accessSync(found ? file : folder, constants.W_OK);
  } catch {
    refuse(`${found ? 'the file' : `the folder ${folder}`} cannot be written.`);
  }
}

export function readUrls(given: readonly string[], errors: string[], option = 'url'): string[] {
  const urls = given.flatMap((text) => text.split(','));
  for (const url of urls) {
    const protocol = URL.canParse(url) ? new URL(url).protocol : '';
    if (protocol !== 'http:' && protocol !== 'https:')
      errors.push(`--${option}: "${url}" is not an address like http://localhost:3000.`);
  }
  return urls.map((url) => url.replace(/\/+$/, ''));
}

/** Reads `host:port`. */
export function readAddress(option: string, given = ''): { host: string; port: number } {
  const match = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(given);
  const port = Number(match?.[2]);
  if (!match || port > 65_535)
    throw new BadOptions(`--${option}: "${given}" is not an address like 10.0.0.7:7400.`);
  return { host: (match[1] ?? '').replace(/^\[|\]$/g, ''), port };
}

export function readAgents(errors: string[], given: string | undefined): string[] {
  const agents = given?.split(',') ?? [];
  for (const address of agents)
    try {
      readAddress('agents', address);
    } catch (error) {
      errors.push((error as Error).message);
    }
  return agents;
}

export function readTransport(given: string | undefined, errors: string[]): Transport {
  if (given === undefined || given === 'http') return 'http';
  if (given !== 'socket') errors.push(`--transport: "${given}" is not allowed; enter http or socket.`);
  return 'socket';
}

export function readOperator(
  { operator, password }: { operator?: string | undefined; password?: string | undefined },
  env: NodeJS.ProcessEnv,
  errors: string[],
): OperatorAccount {
  if ((operator === undefined) !== (password === undefined))
    errors.push('--operator and --password must be given together.');
  if (operator !== undefined && password !== undefined) return { email: operator, password };
  if (env.COPUP_OPERATOR) {
    const [email = '', ...rest] = env.COPUP_OPERATOR.split(':');
    if (rest.length === 0) errors.push('COPUP_OPERATOR must be EMAIL:PASSWORD.');
    return { email, password: rest.join(':') };
  }
  return { email: demoOperator.email, password: demoOperator.password };
}
