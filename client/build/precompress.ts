import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
/** Files below this size are not compressed, because a second file would cost more than it saves. */
const leastBytes = 512;

/** Writes .br and .gz beside each text asset, so that the server does not compress at run time. */
export function precompress(): Plugin {
  let hasWritten = false;
  return {
    name: 'copup-precompress',
    apply: 'build',
    writeBundle() {
      hasWritten = true;
    },
    // Runs after writeBundle, when the public folder has been copied; also called after a failed build.
    async closeBundle() {
      if (!hasWritten) return;
      const { config } = this.environment;
      const folder = resolve(config.root, config.build.outDir);
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => compressible.has(extname(file)));
      await Promise.all(texts.map((file) => compressFile(join(folder, file))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < leastBytes) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
