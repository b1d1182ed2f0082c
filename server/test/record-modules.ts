import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Loaded with `--import` before a program: at its end, the file RECORDED_MODULES has a line for each import and require,
// with the URLs of the module and of the one that asked for it.
const loaded: string[] = [];

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    loaded.push(`${resolved.url} ${context.parentURL ?? ''}`);
    return resolved;
  },
});

process.on('exit', () => writeFileSync(process.env.RECORDED_MODULES ?? '', loaded.join('\n')));
