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
  /** The folder of all files of this server; a later start with the same folder uses the same data and port. */
  folder: string;
  /** The first port to try on a new folder. */
  port: number;
  /** Requires the port of the last start, for clients that are connected to it. */
  isPortFixed?: boolean;
}

interface Connection {
  port: number;
  password: string;
}

const startAttempts = 5;
const startSilenceMs = 15_000;
const adoptSilenceMs = 5_000;
const queryTimeoutMs = 1_000;
const stopGraceMs = 20_000;

/**
 * Starts Redis on a folder, or adopts the one that already runs there, because two servers would corrupt the append-only
 * files. It is a daemon: neither Ctrl-C in the terminal nor the end of this process stops it, only `stop`.
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

/**
 * Starts the process; returns undefined if it ended before it replied, for example because another program took the port.
 */
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

/** Finds a server that a killed launcher left running on this folder. */
async function findRunning(folder: string, connection: Connection | undefined) {
  const file = join(folder, 'redis.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const server = pid > 0 ? identify(pid) : undefined;
  // The process id may belong to another program by now, or to the server of the folder that this one was copied from.
  if (!connection || !server || workingFolder(pid) !== folder) return undefined;
  sendSignal(pid, 'SIGCONT');
  if (await waitUntilServing(folder, connection, server, adoptSilenceMs)) return server;
  // The server does not reply, so it is killed; the append-only file recovers from a kill.
  await endProcess(server, adoptSilenceMs);
  return undefined;
}

/** Waits until Redis serves. While it loads a long append-only file, it replies but does not serve. */
async function waitUntilServing(
  folder: string,
  connection: Connection,
  server: ProcessIdentity,
  silenceMs: number,
): Promise<boolean> {
  let deadline = Date.now() + silenceMs;
  while (Date.now() < deadline && isRunning(server)) {
    const reply = await queryFolder(connection);
    if (reply.includes(`\r\n${folder}\r\n`)) return true;
    if (reply.includes('-LOADING')) deadline = Date.now() + silenceMs;
    await pause(50);
  }
  return false;
}

/** Returns the server's reply to a query for its folder; empty without a reply. */
function queryFolder(connection: Connection): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: connection.port, host: '127.0.0.1', timeout: queryTimeoutMs });
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
