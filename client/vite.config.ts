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
 * Groups modules into few files, because on a slow connection a request costs more than a few bytes. Common modules are grouped by
 * how often they change; modules of some pages only are separate.
 */
const own =
  /lucide-react|client[\\/]src[\\/](?!console|app[\\/]pages|features[\\/][^\\/]+[\\/](admin|pages))|shared[\\/]src/;
/** Modules that only the contests' pages share. */
const contests =
  /features[\\/]contests[\\/](?!index|paths|queries|api|pages)|ui[\\/](leaderboard|use-rank-moves|card-face|play-cards|ordinal|art[\\/]card-back)/;
/** Modules that only the heists' pages share. */
const heists =
  /features[\\/]heists[\\/](?!index|queries|api|pages|verify|navigation)|ui[\\/](vault-card|capacity-ring|art[\\/](vault-door|open-vault))|shared[\\/]src[\\/]heist-limits/;
/**
 * What verifies draws and heists. Apart, since both kinds of pages and common modules import it: a common file that
 * imports theirs, which import the common file, runs before its own imports.
 */
const proofs =
  /lib[\\/]verify-proof|shared[\\/]src[\\/](fairness\.ts|heist-proof|spin-proof|normalize-answer)/;
/** Modules that only the pages of carts and orders share. */
const orders = /ui[\\/](won-items|checkout-frame|orders-frame|order-content|cart-content|hand-over)/;
/** Modules that only the affiliates' pages share. */
const affiliates = /features[\\/]affiliates[\\/](?!index|queries|api|pages|admin)/;
/** Modules that only the tasks' pages share. */
const tasks = /features[\\/]tasks[\\/](?!index|queries|api|pages|admin)/;
/** Modules that only the bets' pages share. */
const bets =
  /features[\\/]bets[\\/](?!index|filter|queries|api|pages)|ui[\\/]art[\\/]crest|shared[\\/]src[\\/](crest|bet-limits)/;
/** Signs of progress on the affiliates' and the tasks' pages. */
const progress = /ui[\\/](progress-bar|referral-ring)/;
/** Codes to scan, on a few pages only. */
const codes = /ui[\\/]qr-code|qrcode\.react/;
const groups = [
  { name: 'proofs', test: proofs, minShareCount: 2, priority: 6 },
  { name: 'heists', test: heists, minShareCount: 2, priority: 4 },
  { name: 'contests', test: contests, minShareCount: 2, priority: 4 },
  { name: 'orders', test: orders, minShareCount: 2, priority: 4 },
  { name: 'affiliates', test: affiliates, minShareCount: 2, priority: 4 },
  { name: 'tasks', test: tasks, minShareCount: 2, priority: 4 },
  { name: 'bets', test: bets, minShareCount: 2, priority: 4 },
  { name: 'progress', test: progress, minShareCount: 2, priority: 4 },
  { name: 'codes', test: codes, minShareCount: 2, priority: 4 },
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
  // Always a production build: a test's NODE_ENV would include React's development build.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    plugins: [react(), tailwindcss(), olderBrowsers(), preloadFonts(), pages(), precompress()],
    build: {
      target: buildTargets,
      // The CSP allows fonts and scripts from the same origin only, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // With dependencies included, the group of the socket library would also contain common modules.
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
