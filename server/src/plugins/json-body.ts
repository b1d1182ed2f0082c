import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors.ts';

/** The JSON escapes of a zero byte and of half a surrogate pair; no other spelling of them is valid JSON in UTF-8. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i;

const MAX_PATH = 20;

/**
 * Parses JSON bodies as Fastify does, with two changes: a POST without a body but with a JSON content type is accepted
 * (R1), and texts that PostgreSQL cannot store, with a zero byte or half a surrogate pair, are refused for every route.
 */
export const jsonBody = fp(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    return parse(request, body as string, (error, value) => {
      const path = !error && suspectEscape.test(body as string) ? findUnstorable(value) : undefined;
      if (path === undefined) return done(error, value);
      const issues = [{ path, message: 'contains characters that cannot be stored' }];
      done(new Refusal('VALIDATION_FAILED', 'Some fields are invalid.', { issues }));
    });
  });
  app.removeContentTypeParser('text/plain');
});

interface Place {
  value: unknown;
  name: string;
  parent: Place | undefined;
}

/**
 * Returns the path of the first text, or of the field with the first name, that the database could not store. Not
 * recursive: a body can be nested deeper than the stack allows.
 */
export function findUnstorable(body: unknown): string | undefined {
  const waiting: Place[] = [{ value: body, name: '', parent: undefined }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place;
    if (typeof value === 'string' && !isStorable(value)) return pathOf(place);
    if (typeof value !== 'object' || value === null) continue;
    const fields = Object.entries(value);
    for (const [name, inner] of fields.reverse()) {
      if (!isStorable(name)) return pathOf(place);
      waiting.push({ value: inner, name, parent: place });
    }
  }
  return undefined;
}

/** Returns a path such as `details.reason`; only the outermost names for a body nested deeper than any valid one. */
function pathOf(place: Place): string {
  const names: string[] = [];
  for (let each: Place | undefined = place; each?.parent; each = each.parent) names.push(each.name);
  return names.reverse().slice(0, MAX_PATH).join('.');
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
