import { vi } from 'vitest';
import { patience } from './patience.ts';

const { waitFor, waitUntil } = vi;

// A worker runs the setup again for each of its files.
if (waitFor.length > 0)
  Object.assign(vi, {
    waitFor: (...[check, more]: Parameters<typeof waitFor>) => waitFor(check, optionsOf(more)),
    waitUntil: (...[check, more]: Parameters<typeof waitUntil>) => waitUntil(check, optionsOf(more)),
  });

function optionsOf(more: Parameters<typeof waitFor>[1]) {
  return typeof more === 'number' ? more : { ...patience, ...more };
}
