import { parseArgs } from 'node:util';
import { BadOptions } from './bad-options.ts';

export type Arguments = ReturnType<typeof readArguments>['values'];

export function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string', multiple: true },
        clients: text,
        rooms: text,
        capacity: text,
        rate: text,
        from: text,
        to: text,
        speed: text,
        ramp: text,
        duration: text,
        workers: text,
        agents: text,
        listen: text,
        seed: text,
        json: text,
        html: text,
        junit: text,
        prometheus: text,
        otlp: text,
        assert: text,
        'fail-on': text,
        players: text,
        out: text,
        operator: text,
        password: text,
        transport: text,
        'spin-passcode': text,
        database: text,
        'i-own-this-server': { type: 'boolean' },
        all: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new BadOptions(
      `${(error as Error).message.split('. ')[0]}. npm run load -- --help lists the options.`,
    );
  }
}
