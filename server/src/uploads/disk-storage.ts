import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Storage, unavailable } from './storage.ts';

/** Keeps files in one folder, which is created when the first is written. Throws UNAVAILABLE while the disk is full or fails. */
export function createDiskStorage(folder: string): Storage {
  return {
    async put(name, bytes) {
      const file = join(folder, name);
      try {
        await mkdir(folder, { recursive: true });
        // Renamed when complete, so that a partial file is never served.
        await writeFile(`${file}.part`, bytes);
        await rename(`${file}.part`, file);
      } catch (error) {
        await rm(`${file}.part`, { force: true }).catch(() => undefined);
        throw unavailable(error);
      }
    },
    async get(name) {
      const handle = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw unavailable(error);
      });
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { size, stream: handle.createReadStream() };
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
