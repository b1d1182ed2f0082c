import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { paths, secondNames } from '../../shared/src/page-paths.ts';
import { scriptsOf } from './scripts-of.ts';

const layouts = ['src/app/layouts/main-layout.tsx', 'src/app/layouts/public-layout.tsx'];
/** The plain page, and pages with a content security policy of their own. */
const documents = ['/index.html', paths.payByCard, paths.blog];

/**
 * Writes /sw.js, the service worker, with the files that it keeps: the plain page, what it loads, and the layouts with the
 * navigation. The files of the pages are kept when they are used. There is no worker in development.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'copup-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { config } = this.environment;
        const files = shellFiles(bundle, config.root);
        const [entry] = scriptsOf(['src/main.tsx'], bundle, config.root);
        const build = { entry, files, documents, pages: pagePatterns() };
        const parts = ['service-worker.js', 'push.js'].map((name) => join(config.root, 'worker', name));
        const worker = (await Promise.all(parts.map((part) => readFile(part, 'utf8')))).join('\n');
        const html = String((bundle['index.html'] as Rolldown.OutputAsset).source);
        const version = createHash('sha256')
          .update(JSON.stringify(build) + html + Object.keys(bundle).sort() + worker)
          .digest('hex')
          .slice(0, 12);
        const source = `const build = ${JSON.stringify({ version, ...build })};\n${worker}`;
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

/** Returns the URLs of the files that every page needs. */
function shellFiles(bundle: Rolldown.OutputBundle, folder: string): string[] {
  const { source } = bundle['index.html'] as Rolldown.OutputAsset;
  const named = [...String(source).matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  return [...new Set([...named, ...scriptsOf(layouts, bundle, folder)])].map((file) => `/${file}`);
}

/** Returns the addresses of players' and public pages as regular expressions. The operators' console needs the server. */
function pagePatterns(): string[] {
  const { admin: _, ...others } = paths;
  return [...Object.values(others), ...Object.keys(secondNames)].map(
    (path) => `^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`,
  );
}
