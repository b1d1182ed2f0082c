import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BadOptions } from './bad-options.ts';
import { type LoadOptions, parseOptions } from './options.ts';
import { smallTrace, textOf } from './replay/trace.fixture.ts';
import { refuseForeignTargets } from './target.ts';
import { usage } from './usage.ts';

function run(...args: string[]): LoadOptions {
  const command = parseOptions(args, {});
  if (command.kind !== 'run') throw new Error(command.kind);
  return command.options;
}

function errorOf(...args: string[]): string {
  try {
    parseOptions(args, {});
  } catch (error) {
    expect(error).toBeInstanceOf(BadOptions);
    return (error as Error).message;
  }
  throw new Error('the options were accepted');
}

describe('options', () => {
  it('default by scenario, and to the demo operator', () => {
    expect(run('watch')).toMatchObject({
      scenario: 'watch',
      urls: ['http://localhost:3000'],
      clients: 500,
      rooms: 5,
      durationMs: 30_000,
      rampMs: 1_000,
      ownsServer: false,
      transport: 'http',
      operator: { email: 'operator@copup.test' },
    });
    expect(run('bid-storm', '--clients', '40').rate).toBe(40);
    expect(run('watch', '--transport', 'socket').transport).toBe('socket');
  });

  it('accept several servers and times with a unit', () => {
    const options = run('soak', '--url', 'http://a:1/,http://b:2', '--url', 'https://c', '--duration', '1h');
    expect(options.urls).toEqual(['http://a:1', 'http://b:2', 'https://c']);
    expect(options.durationMs).toBe(3_600_000);
    expect(run('watch', '--ramp', '250ms', '--duration', '5').durationMs).toBe(5_000);
  });

  it('name the page of a report and of a comparison', () => {
    expect(parseOptions(['report', 'a.json'], {})).toEqual({
      kind: 'report',
      file: 'a.json',
      htmlFile: 'load-report.html',
    });
    expect(parseOptions(['compare', 'a.json', 'b.html', '--html', 'c.html'], {})).toEqual({
      kind: 'compare',
      files: ['a.json', 'b.html'],
      htmlFile: 'c.html',
      failOn: [],
    });
    expect(errorOf('report')).toContain('one file');
  });

  it('refuse an output that could not be written after the run, and name its option', () => {
    const folder = mkdtempSync(join(tmpdir(), 'copup-outputs-'));
    const error = errorOf(
      'watch',
      '--json',
      '/no/such/a.json',
      '--junit',
      folder,
      '--prometheus',
      join(folder, 'a'),
    );
    expect(error.split('\n')).toEqual([
      '--json /no/such/a.json: there is no folder /no/such.',
      `--junit ${folder}: this is a folder; name a file.`,
    ]);
    expect(errorOf('compare', 'a.json', 'b.json', '--html', '/no/such/a.html')).toContain(
      '--html /no/such/a.html',
    );
    expect(errorOf('report', 'a.json', '--html', '/no/such/a.html')).toContain('--html /no/such/a.html');
    expect(errorOf('tokens', '--out', '/no/such/a.csv')).toContain('--out /no/such/a.csv');
    expect(errorOf('watch', '--otlp', 'localhost:4318')).toContain('--otlp: "localhost:4318"');
  });

  it('need a secret for agents, and addresses with a port', () => {
    expect(errorOf('watch', '--agents', '10.0.0.7:7400')).toContain(
      'COPUP_LOAD_SECRET must have at least 16',
    );
    const env = { COPUP_LOAD_SECRET: 'a secret of the machines' };
    const agents = ['10.0.0.7:7400', '[::1]:7401'];
    const command = parseOptions(['watch', '--agents', agents.join()], env);
    expect(command).toMatchObject({ options: { agents, secret: env.COPUP_LOAD_SECRET } });
    expect(() => parseOptions(['watch', '--agents', '10.0.0.7'], env)).toThrow('--agents: "10.0.0.7"');
    expect(parseOptions(['agent', '--listen', '0.0.0.0:7400'], env)).toMatchObject({
      host: '0.0.0.0',
      port: 7_400,
    });
    expect(() => parseOptions(['agent'], env)).toThrow('--listen');
  });

  it('read the operator from the environment, with colons in the password', () => {
    const command = parseOptions(['watch'], { COPUP_OPERATOR: 'a@b.c:pass:word' });
    expect(command).toMatchObject({ options: { operator: { email: 'a@b.c', password: 'pass:word' } } });
  });

  it('take the sizes of replay from its file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'copup-trace-')), 'room.jsonl');
    writeFileSync(file, textOf(smallTrace));
    expect(run('replay', file, '--url', 'http://a:1')).toMatchObject({
      scenario: 'replay',
      urls: ['http://a:1'],
      clients: 7,
      rooms: 1,
      rate: 2.5,
      durationMs: 2_000,
      trace: { room: 'auction:1001', count: 14 },
    });
    expect(errorOf('replay')).toContain('name the file');
    expect(errorOf('replay', file, 'other', '--clients', '5')).toContain('Unknown arguments: other');
    expect(errorOf('replay', file, '--clients', '5')).toContain('--clients: replay takes it from the file');
    expect(errorOf('replay', '/no/such/file')).toContain('cannot be read');
    const part = run('replay', file, '--from', '300ms', '--duration', '1s', '--speed', '0.5');
    expect(part).toMatchObject({ durationMs: 1_400, trace: { count: 7 } });
    expect(run('replay', file, '--to', '700ms').trace?.count).toBe(10);
    expect(errorOf('replay', file, '--from', '2s', '--to', '1s')).toContain('--to must be after --from');
    expect(errorOf('replay', file, '--to', '1s', '--duration', '1s')).toContain('name one of them');
    expect(errorOf('replay', file, '--speed', '0')).toContain('--speed: "0" is not allowed');
    expect(errorOf('replay', file, '--from', '1h')).toContain('no event between');
    expect(errorOf('watch', '--speed', '2')).toContain('--speed: only replay has it');
  });

  it('are shown with the sizes and needs of each scenario', () => {
    expect(usage).toContain('by default --clients 100 --rooms 1 --rate 100 --duration 20s');
    expect(usage).toContain('needs --clients at least four times --rooms');
  });

  it('report all errors at once, with the allowed values', () => {
    const error = errorOf(
      ...'wach --clients 0 --duration long --url ftp://x --transport tcp --assert p98<1ms'.split(' '),
    );
    for (const part of [
      'watch, bid-storm',
      'from 1 to 40000',
      '"long"',
      'ftp://x',
      'http or socket',
      'delivery.p99',
    ])
      expect(error).toContain(part);
    expect(error.split('\n')).toHaveLength(6);
    expect(errorOf('watch', '--colour')).toContain("Unknown option '--colour'");
    expect(errorOf('watch', '--operator', 'a@b.c')).toContain('given together');
    expect(errorOf('compare', 'a.json')).toContain('two files');
    expect(errorOf('watch', '--rooms', '2001')).toContain('from 1 to 2000');
  });

  it('refuse a target on another machine without --i-own-this-server', async () => {
    // 192.0.2.1 is an address for documentation; no request is sent.
    const foreign = ['http://127.0.0.1:3000', 'http://192.0.2.1:3000'];
    await expect(refuseForeignTargets(foreign, false)).rejects.toThrow('--i-own-this-server');
    await expect(refuseForeignTargets(foreign, true)).resolves.toBeUndefined();
    const own = ['http://localhost:1', 'http://127.0.0.2', 'http://[::1]:3000'];
    await expect(refuseForeignTargets(own, false)).resolves.toBeUndefined();
  });
});
