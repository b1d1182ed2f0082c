import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './data-folder.ts';

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
/** The lines of each key that is indented by two spaces, with those of the parts that it merges. */
function blocksOf(part: string): Map<string, string> {
  const own = text.split(new RegExp(`^${part}:.*\\n`, 'm'))[1]?.split(/^\S/m)[0] ?? '';
  return new Map(
    own
      .split(/^ {2}(?=\w)/m)
      .slice(1)
      .map((block) => [block.split(':')[0] ?? '', block.replace(/^.*\n/, '')] as const),
  );
}
const anchor = (name: string) =>
  text.split(new RegExp(`^x-${name}: &${name}\\n`, 'm'))[1]?.split(/^\S/m)[0] ?? '';
const merged = (block: string): string =>
  block.replace(/<<: \*(hardened|server|postgres|backup)\n/g, (_all, name: string) => merged(anchor(name)));
const services = [...blocksOf('services')].map(([name, block]) => [name, merged(block)] as const);
/** The last one counts: a service's own line stands behind or before the part that it merges. */
const networksOf = (name: string, block: string) =>
  (blocksOf('services')
    .get(name)
    ?.match(/networks: \[(.*)\]/) ?? block.match(/networks: \[(.*)\]/))?.[1]?.split(', ');

describe('docker-compose.yml', () => {
  it.each(services)('S8 gives %s no rights, no writable image and bounded memory', (_name, block) => {
    expect(block).toMatch(/read_only: true/);
    expect(block).toMatch(/cap_drop: \[ALL\]/);
    expect(block).toMatch(/no-new-privileges:true/);
    expect(block).toMatch(/mem_limit: \d+[mg]/);
  });

  it('S8 keeps PostgreSQL and Redis on a network without the proxy and without a way out', () => {
    const networks = new Map(services.map(([name, block]) => [name, networksOf(name, block)]));
    for (const name of ['postgres', 'standby', 'archive', 'backup'])
      expect(networks.get(name)).toEqual(['data']);
    expect(networks.get('redis')).toEqual(['data']);
    expect(networks.get('proxy')).not.toContain('data');
    expect(networks.get('web1')).toEqual(['backend', 'data']);
    expect(blocksOf('networks').get('data')).toContain('internal: true');
  });
});
