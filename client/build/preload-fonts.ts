import type { Plugin } from 'vite';

const needed = /(host|familjen)-grotesk-latin-wght-normal-[^/]*\.woff2$/;

/** Preloads the two Latin font files (39 KB), so that text is painted once. */
export function preloadFonts(): Plugin {
  return {
    name: 'copup-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => needed.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}
