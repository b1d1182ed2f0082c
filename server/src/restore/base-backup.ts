import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { connectToPrimary } from '../db/primary.ts';

export const BASE_FILE = 'base.tar.gz';
export const MANIFEST_FILE = 'backup_manifest';
/** With the log from its start to its end, so that it can be restored without an archive. */
const COMMAND = `BASE_BACKUP (LABEL 'copup', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;

/**
 * Copies the whole cluster into a folder by the replication protocol, as pg_basebackup does, which the included PostgreSQL
 * lacks. The role needs REPLICATION.
 */
export async function takeBaseBackup(url: string, folder: string): Promise<void> {
  const client = await connectToPrimary(url, { replication: 'database' } as pg.ClientConfig);
  const base = createGzip({ level: 3 });
  const file = base.pipe(createWriteStream(join(folder, BASE_FILE), { mode: 0o600 }));
  const manifest = createWriteStream(join(folder, MANIFEST_FILE), { mode: 0o600 });
  try {
    const written = Promise.all([finished(file), finished(manifest)]);
    await Promise.race([written, receive(client, { base, manifest })]);
    for (const each of [base, manifest]) each.end();
    await written;
  } finally {
    await client.end().catch(() => undefined);
    for (const each of [base, file, manifest]) each.destroy();
  }
}

interface Targets {
  base: Writable;
  manifest: Writable;
}

interface CopyData {
  chunk: Buffer;
}

/** Runs the command, whose reply is a stream of files: the first byte of each message names its meaning. */
function receive(client: pg.Client, { base, manifest }: Targets): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stream } = client.connection;
    let target = base;
    const ignore = () => undefined;
    const take = (kind: string, content: Buffer) => {
      if (kind === 'm') target = manifest;
      else if (kind === 'n' && !content.toString('latin1').startsWith('base.tar'))
        reject(new Error('tablespaces outside of the data folder are not backed up'));
      // The driver uses its buffer again.
      if (kind !== 'd' || target.write(Buffer.from(content)) || stream.isPaused()) return;
      stream.pause();
      target.once('drain', () => stream.resume());
    };
    client.on('error', reject);
    client.on('end', () => reject(new Error('the connection ended during the backup')));
    client.query({
      submit: (connection: pg.Connection) => connection.query(COMMAND),
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleCommandComplete: ignore,
      handleCopyData: ({ chunk }: CopyData) => take(String.fromCharCode(chunk[0] ?? 0), chunk.subarray(1)),
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as pg.Submittable);
  });
}
