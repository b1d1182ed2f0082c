import type { Plugin } from 'vite';

const dynamicHeight = /(?<=[{;\s])[\w-]+:[^;{}]*\ddvh[^;{}]*(?=[;}])/g;
const ownTransform = /(?<=[{;\s])(translate|rotate|scale):([^;{}]+)(?=[;}])/g;

/**
 * Adds to the styles what the oldest supported browsers need and the compiler does not add: `vh` before `dvh`
 * (Chrome 108), and `transform` where `translate`, `rotate` and `scale` are not properties yet (Chrome 104).
 */
export function olderBrowsers(): Plugin {
  return {
    name: 'copup-older-browsers',
    apply: 'build',
    // After Tailwind, before the compiler.
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: addFallbacks(code), map: null }),
    },
  };
}

export function addFallbacks(styles: string): string {
  return styles
    .replaceAll(dynamicHeight, (whole) => `${whole.replaceAll(/(\d)dvh/g, '$1vh')};${whole}`)
    .replaceAll(ownTransform, (whole, name: string, value: string) => {
      if (value.trim() === 'none') return whole;
      return `${whole};@supports not (translate:0){transform:${name}(${argumentsOf(value)})}`;
    });
}

/** `50% var(--y)` → `50%, var(--y)`: the properties take spaces where the functions take commas. */
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
