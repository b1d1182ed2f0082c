import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from './keep-running.ts';
import { findFreePort } from './ports.ts';
import {
  endProcess,
  identify,
  isRunning,
  type ProcessIdentity,
  sendSignal,
  workingFolder,
} from './processes.ts';
import type { RedisBinary } from './redis-binary.ts';

export interface RedisOptions {
  binary: RedisBinary;
  /** Everything of this server lives here; a later start with the same folder finds its data and port again. */
  folder: string;
  /** The first port to try on a new folder. */
  port: number;
  /** Starts at the port of the last start or not at all, for those who are connected to it. */
  isPortFixed?: boolean;
}

interface Connection {
  port: number;
  password: string;
}

const startAttempts = 5;
const startSilenceMs = 15_000;
const adoptSilenceMs = 5_000;
const askTimeoutMs = 1_000;
const stopGraceMs = 20_000;

/**
 * Starts Redis on a folder, or adopts the one that already runs there, since two on one append-only folder corrupt
 * it. It is a daemon of its own: neither Ctrl-C in the terminal nor the end of this process touches it, only `stop`.
 */
export async function startRedis(options: RedisOptions): Promise<Service> {
  mkdirSync(options.folder, { recursive: true });
  const folder = realpathSync(options.folder);
  const kept = readConnection(folder);
  const adopted = await findRunning(folder, kept);
  if (kept && adopted) return describe(adopted, kept);
  const password = kept?.password ?? randomBytes(16).toString('hex');
  for (let attempt = 1; ; attempt++) {
    const wanted = kept?.port ?? options.port;
    const connection = { password, port: options.isPortFixed ? wanted : await findFreePort(wanted) };
    const started = await launch(folder, connection, options.binary);
    if (started) return describe(started, connection);
    if (attempt === startAttempts) throw new Error(`Redis did not start; see ${join(folder, 'redis.log')}`);
  }
}

function describe(server: ProcessIdentity, connection: Connection): Service {
  let stopped: Promise<void> | undefined;
  return {
    url: `redis://:${connection.password}@127.0.0.1:${connection.port}`,
    process: server,
    stop: () => {
      stopped ??= endProcess(server, stopGraceMs);
      return stopped;
    },
  };
}

/** Undefined when the process ended before it answered, for example because another program took the port. */
async function launch(folder: string, connection: Connection, binary: RedisBinary) {
  writeConfig(folder, connection);
  const log = openSync(join(folder, 'redis.log'), 'w', 0o600);
  const child = spawn(binary.file, [join(folder, 'redis.conf')], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...binary.env },
  });
  closeSync(log);
  await once(child, 'spawn');
  child.unref();
  const server = identify(child.pid ?? 0);
  if (!server) return undefined;
  if (await waitUntilServing(folder, connection, server, startSilenceMs)) return server;
  await endProcess(server, adoptSilenceMs);
  return undefined;
}

/** The server that a launcher that was killed left behind on this folder. */
async function findRunning(folder: string, connection: Connection | undefined) {
  const file = join(folder, 'redis.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const server = pid > 0 ? identify(pid) : undefined;
  // The number may be another program's by now, and a copied folder names the server of the original.
  if (!connection || !server || workingFolder(pid) !== folder) return undefined;
  sendSignal(pid, 'SIGCONT');
  if (await waitUntilServing(folder, connection, server, adoptSilenceMs)) return server;
  // It hears nobody. The append-only file makes up for a rude end.
  await endProcess(server, adoptSilenceMs);
  return undefined;
}

/** Reading a long append-only file at the start takes a while, in which Redis answers but does not serve. */
async function waitUntilServing(
  folder: string,
  connection: Connection,
  server: ProcessIdentity,
  silenceMs: number,
): Promise<boolean> {
  let deadline = Date.now() + silenceMs;
  while (Date.now() < deadline && isRunning(server)) {
    const reply = await ask(connection);
    if (reply.includes(`\r\n${folder}\r\n`)) return true;
    if (reply.includes('-LOADING')) deadline = Date.now() + silenceMs;
    await pause(50);
  }
  return false;
}

/** Everything the server says to a question about its folder; empty when it says nothing. */
function ask(connection: Connection): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: connection.port, host: '127.0.0.1', timeout: askTimeoutMs });
    let reply = '';
    socket.on('data', (part) => {
      reply += part.toString();
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply));
    socket.write(`AUTH ${connection.password}\r\nCONFIG GET dir\r\nQUIT\r\n`);
  });
}

function readConnection(folder: string): Connection | undefined {
  const file = join(folder, 'redis.conf');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const port = Number(/^port (\d+)$/m.exec(text)?.[1]);
  const password = /^requirepass (\S+)$/m.exec(text)?.[1];
  return port && password ? { port, password } : undefined;
}

function writeConfig(folder: string, connection: Connection): void {
  const lines = [
    'bind 127.0.0.1',
    `port ${connection.port}`,
    `requirepass ${connection.password}`,
    `dir "${folder}"`,
    `pidfile "${join(folder, 'redis.pid')}"`,
    'daemonize no',
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
  ];
  const file = join(folder, 'redis.conf');
  writeFileSync(`${file}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
