import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Loaded with `--import` before a program: at its end, the file RECORDED_MODULES lists each module that it loaded.
const loaded: string[] = [];

registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

process.on('exit', () => writeFileSync(process.env.RECORDED_MODULES ?? '', loaded.join('\n')));
