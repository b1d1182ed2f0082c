import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors.ts';

/** How JSON spells a zero byte or half of a surrogate pair; no other spelling of them is valid JSON in UTF-8. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i;

/**
 * A POST without a body but with a JSON content type is fine (R1). Texts that the database cannot keep, with a zero
 * byte or half a surrogate pair, are refused here for every route; everything else is parsed as Fastify does.
 */
export const jsonBody = fp(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return parse(request, body as string, (error, value) => {
      const path = !error && suspectEscape.test(body as string) ? findUnkeepable(value) : undefined;
      if (path === undefined) return done(error, value);
      const issues = [{ path, message: 'has characters that cannot be kept' }];
      done(new Refusal('VALIDATION_FAILED', 'Some fields are not right.', { issues }));
    });
  });
  app.removeContentTypeParser('text/plain');
});

/** The path of the first text, or of the field with the first name, that the database could not keep. */
export function findUnkeepable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isKeepable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!isKeepable(name)) return path;
    const found = findUnkeepable(inner, path === '' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\0');
