import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTargets } from './build/browsers.ts';
import { olderBrowsers } from './build/older-browsers.ts';

/** Builds the component gallery, which is not part of the production build. */
export default defineConfig(() => {
  process.env.NODE_ENV = 'production';
  return {
    plugins: [react(), tailwindcss(), olderBrowsers()],
    build: { target: buildTargets, assetsInlineLimit: 0, rolldownOptions: { input: 'gallery.html' } },
  };
});
