import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the page of all components, which is no part of what users get. */
export default defineConfig(() => {
  process.env.NODE_ENV = 'production';
  return {
    plugins: [react(), tailwindcss()],
    build: { target: 'es2022', assetsInlineLimit: 0, rolldownOptions: { input: 'gallery.html' } },
  };
});
