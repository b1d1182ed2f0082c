import type { Plugin } from 'vite';

const dynamicHeight = /(?<=[{;\s])[\w-]+:[^;{}]*\ddvh[^;{}]*(?=[;}])/g;
const ownTransform = /(?<=[{;\s])(translate|rotate|scale):([^;{}]+)(?=[;}])/g;
const layerStatement = /@layer ([\w\s,-]+);/g;

/**
 * Adapts the styles to the oldest supported browsers where the compiler does not: adds `vh` before `dvh` (Chrome 108) and
 * `transform` for browsers without the properties `translate`, `rotate` and `scale` (Chrome 104), and removes `@layer a;` of layers
 * without rules, which hangs Chrome 103 if the stylesheet is cached.
 */
export function olderBrowsers(): Plugin {
  return {
    name: 'copup-older-browsers',
    apply: 'build',
    // Runs after Tailwind and before the compiler.
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: addFallbacks(withoutEmptyLayers(code)), map: null }),
    },
  };
}

/** Keeps a statement that decides the order of layers with rules; `npm test` reports it. */
export function withoutEmptyLayers(styles: string): string {
  return styles.replaceAll(layerStatement, (whole, names: string) =>
    names.split(',').some((name) => new RegExp(`@layer ${name.trim()}\\s*\\{`).test(styles)) ? whole : '',
  );
}

export function addFallbacks(styles: string): string {
  return styles
    .replaceAll(dynamicHeight, (whole) => `${whole.replaceAll(/(\d)dvh/g, '$1vh')};${whole}`)
    .replaceAll(ownTransform, (whole, name: string, value: string) => {
      if (value.trim() === 'none') return whole;
      return `${whole};@supports not (translate:0){transform:${name}(${argumentsOf(value)})}`;
    });
}

/** Converts `50% var(--y)` to `50%, var(--y)`: the properties use spaces, the functions commas. */
function argumentsOf(value: string): string {
  let depth = 0;
  let written = '';
  for (const character of value.trim()) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    written += character === ' ' && depth === 0 ? ', ' : character;
  }
  return written;
}
