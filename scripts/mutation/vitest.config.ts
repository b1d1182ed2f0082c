import { relative } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { root } from '../data-folder.ts';
import { instrument } from './instrument.ts';
import { isTarget } from './targets.ts';

// The projects of the tests, with mutants in the code. The cache of transformed modules is off: it would keep them.
export default mergeConfig(
  base,
  defineConfig({
    root,
    cacheDir: '.data/mutation/vite',
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform(code, id) {
          const file = relative(root, id);
          return isTarget(file) ? { code: instrument(file, code), map: null } : undefined;
        },
      },
    ],
    test: {
      fsModuleCache: false,
      setupFiles: ['scripts/mutation/reached.setup.ts'],
      sequence: {
        // The order given is that of the cost.
        sequencer: class {
          shard<Files>(files: Files): Files {
            return files;
          }
          sort<Files>(files: Files): Files {
            return files;
          }
        },
      },
    },
  }),
);
