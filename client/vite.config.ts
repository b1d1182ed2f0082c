import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './build/browsers.ts';
import { olderBrowsers } from './build/older-browsers.ts';
import { pages } from './build/pages.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * Few files instead of one for each icon: a request costs a slow line more than a few bytes. What every page needs lies
 * by how seldom it changes; what only some need is not loaded with the rest.
 */
const own =
  /lucide-react|client[\\/]src[\\/](?!console|app[\\/]pages|features[\\/][^\\/]+[\\/](admin|pages))|shared[\\/]src/;
/** What the contests' pages share, and nothing else needs. */
const contests =
  /features[\\/]contests[\\/](?!index|paths|queries|api|pages)|ui[\\/](leaderboard|use-rank-moves|capacity-ring|card-face|play-cards|ordinal|art[\\/]card-back)|lib[\\/]verify-proof|shared[\\/]src[\\/]fairness\.ts/;
const groups = [
  { name: 'contests', test: contests, minShareCount: 2, priority: 4 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
  { name: 'socket', test: /node_modules[\\/]@?(socket|engine)\.io|realtime-socket/, priority: 5 },
  {
    name: 'vendor',
    test: /node_modules[\\/](react-router|react-router-dom|@tanstack|zustand|react-hot-toast)[\\/]/,
    priority: 4,
  },
  { name: 'common', test: own, minShareCount: 3, priority: 3 },
  { name: 'signed-in', test: /layouts[\\/]main-layout|balance-pill|auction-card|near-screen/, priority: 2 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 1 },
];

export default defineConfig(({ command }) => {
  // What is built is for users, whoever builds it: a test's NODE_ENV would put React's development build into it.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    plugins: [react(), tailwindcss(), olderBrowsers(), preloadFonts(), pages(), precompress()],
    build: {
      target: buildTargets,
      // The content policy allows fonts and scripts from our own origin only, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // With what a module imports, the socket's library would bring along what every page needs.
      rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
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
