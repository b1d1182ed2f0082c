import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../errors.ts';

/** How JSON spells a zero byte or half of a surrogate pair; no other spelling of them is valid JSON in UTF-8. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i;

const MAX_PATH = 20;

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

interface Place {
  value: unknown;
  name: string;
  parent: Place | undefined;
}

/**
 * The path of the first text, or of the field with the first name, that the database could not keep. Without recursion:
 * a body can be nested deeper than the stack is.
 */
export function findUnkeepable(body: unknown): string | undefined {
  const waiting: Place[] = [{ value: body, name: '', parent: undefined }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place;
    if (typeof value === 'string' && !isKeepable(value)) return pathOf(place);
    if (typeof value !== 'object' || value === null) continue;
    const fields = Object.entries(value);
    for (const [name, inner] of fields.reverse()) {
      if (!isKeepable(name)) return pathOf(place);
      waiting.push({ value: inner, name, parent: place });
    }
  }
  return undefined;
}

/** `details.reason`; the outermost names alone where a body is nested deeper than any of ours. */
function pathOf(place: Place): string {
  const names: string[] = [];
  for (let each: Place | undefined = place; each?.parent; each = each.parent) names.push(each.name);
  return names.reverse().slice(0, MAX_PATH).join('.');
}

const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\0');
