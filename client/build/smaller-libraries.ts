import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Shape } from '../src/ui/icon.ts';

/**
 * Leaves out parts of libraries that the client does not use and the compiler cannot remove. Each fails the build when a new
 * version of the library has no such part.
 */
export function smallerLibraries(): Plugin[] {
  return [smallIcons(), productionRouter(), onlyWebSocket()];
}

/** lucide-react: icons without names, keys and options. */
function smallIcons(): Plugin {
  const runtime = JSON.stringify(fileURLToPath(new URL('../src/ui/icon.ts', import.meta.url)));
  return {
    name: 'copup-small-icons',
    apply: 'build',
    transform: {
      filter: {
        id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!index\.)[^\\/]+\.mjs$/,
        code: 'createLucideIcon',
      },
      handler: (code, id) => ({
        code: `import { createIcon } from ${runtime};\nexport default /* @__PURE__ */ createIcon(${JSON.stringify(shapesOf(code, id))});`,
        map: null,
      }),
    },
  };
}

/** Reads the shapes of a module of lucide-react. */
export function shapesOf(code: string, id: string): Shape[] {
  const node = /\bnode: (\[[\s\S]*?\])(?:,\s*aliases: [^\]]*\])?\s*\};/.exec(code)?.[1];
  if (!node) throw new Error(`${id} has no shapes`);
  const shapes: [string, Record<string, string>][] = JSON.parse(
    node.replaceAll(/([{,]\s*)(\w+): (?=")/g, '$1"$2": '),
  );
  return shapes.map(([tag, { key, ...attributes }]) => [tag, attributes]);
}

/**
 * react-router: its production build, which its manifest does not name, without the forms and the router that only the names
 * of their components keep.
 */
function productionRouter(): Plugin {
  const names = /^(?:HistoryRouter|Form)\.displayName = .*;$/gm;
  return {
    name: 'copup-production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        const id = found?.id.replace(/([\\/]dist[\\/])development([\\/])/, '$1production$2');
        if (!found || !id || id === found.id) throw new Error('react-router has no build for development');
        return { ...found, id };
      },
    },
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/].*\.mjs$/, code: 'function HistoryRouter' },
      handler(code) {
        if (code.match(names)?.length !== 2) throw new Error('react-router names its components differently');
        return { code: code.replaceAll(names, ''), map: null };
      },
    },
  };
}

/** engine.io-client: only the transport that the client asks for, see `openSocket`. */
function onlyWebSocket(): Plugin {
  const transports = /engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/;
  return {
    name: 'copup-only-websocket',
    apply: 'build',
    transform: {
      filter: { id: transports },
      handler(code) {
        if (!code.includes('websocket: WS,'))
          throw new Error('engine.io-client lists its transports differently');
        return {
          code: `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };`,
          map: null,
        };
      },
    },
  };
}
