import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './build/browsers.ts';
import { bundleRules } from './build/bundle-rules.ts';
import { fileGroups } from './build/file-groups.ts';
import { olderBrowsers } from './build/older-browsers.ts';
import { pages } from './build/pages.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { serviceWorker } from './build/service-worker.ts';
import { smallerLibraries } from './build/smaller-libraries.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig(({ command }) => {
  // Always a production build: a test's NODE_ENV would include React's development build.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    plugins: [
      react(),
      tailwindcss(),
      smallerLibraries(),
      olderBrowsers(),
      preloadFonts(),
      bundleRules(),
      pages(),
      serviceWorker(),
      precompress(),
    ],
    build: {
      target: buildTargets,
      // The CSP allows fonts and scripts from the same origin only, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // With dependencies included, the group of the socket library would also contain common modules.
      rolldownOptions: {
        output: {
          codeSplitting: { groups: fileGroups(import.meta.dirname), includeDependenciesRecursively: false },
        },
      },
    },
    server: {
      proxy: {
        '/api': server,
        '/uploads': server,
        '/docs': server,
        '/dev': server,
        '/socket.io': { target: server, ws: true },
      },
    },
  };
});
