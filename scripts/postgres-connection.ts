import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The URLs of two roles of one database. */
export interface DatabaseUrls {
  /** The role that servers use. It owns nothing; the first migration creates it. */
  url: string;
  /** The role that owns all objects, for migrations and repairs. */
  ownerUrl: string;
}

/** What connection.json holds. */
export interface Connection {
  port: number;
  /** The owner's password. */
  password: string;
  serverPassword: string;
}

export const newConnection = (port: number): Connection => ({
  port,
  password: newPassword(),
  serverPassword: newPassword(),
});

export function urlsOf({ password, serverPassword, port }: Connection): DatabaseUrls {
  const urlOf = (user: string) => `postgres://${user}@127.0.0.1:${port}/postgres`;
  return { url: urlOf(`copup_server:${serverPassword}`), ownerUrl: urlOf(`copup:${password}`) };
}

export function readConnection(folder: string): Connection | undefined {
  const file = join(folder, 'connection.json');
  if (!existsSync(file)) return undefined;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Omit<Connection, 'serverPassword'> &
    Partial<Connection>;
  if (kept.serverPassword) return { ...kept, serverPassword: kept.serverPassword };
  // A folder from before servers had their own role.
  const connection = { ...kept, serverPassword: newPassword() };
  writeConnection(folder, connection);
  return connection;
}

export function writeConnection(folder: string, connection: Connection): void {
  const file = join(folder, 'connection.json');
  writeFileSync(`${file}.new`, JSON.stringify(connection), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
}

function newPassword(): string {
  return randomBytes(16).toString('hex');
}
