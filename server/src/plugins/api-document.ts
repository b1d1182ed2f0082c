import type { PictureForm } from '@copup/shared/call.ts';
import type { ErrorCode } from '@copup/shared/errors.ts';
import { rights, rolesWith } from '@copup/shared/rights.ts';
import { ErrorReply } from '@copup/shared/wire.ts';
import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { errorsByStatus } from './route-errors.ts';

/** Marks that routes attach to the document's operations and `completeDocument` removes. */
const MARKS = 'x-route';
interface Marks {
  errors: [status: number, codes: ErrorCode[]][];
  isBodyOptional: boolean;
  isPicture: boolean;
  /** The reply is a page of a list (X1). */
  isPaged: boolean;
  form: PictureForm | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** With `consumes: ['multipart/form-data']`: the fields of the form, for the document. */
    form?: PictureForm;
  }
}

interface Operation {
  [MARKS]?: Marks;
  requestBody?: object;
  responses?: Record<string, object>;
}
export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, object> };
}

const { $schema: _, ...errorReply } = z.toJSONSchema(ErrorReply.omit({ code: true }).loose());
const ERROR_REPLY = { $ref: '#/components/schemas/ErrorReply' };
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } };
const NEXT_CURSOR = {
  'X-Next-Cursor': {
    description: 'The value of `before` for the next page; absent on the last page',
    schema: { type: 'string' },
  },
};
/** The body as @fastify/multipart reads it. */
function describeForm({ picture, noun, isPictureOptional, pictureMb = 2, fields }: PictureForm): object {
  const file = { type: 'string', format: 'binary', description: `At most ${pictureMb} MB` };
  const { properties = {}, required = [] } = z.toJSONSchema(fields, { io: 'input' });
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { ...properties, [picture]: file },
          required: isPictureOptional ? required : [...required, picture],
        },
        ...(!noun && { encoding: { [picture]: { contentType: 'image/png, image/jpeg, image/webp' } } }),
      },
    },
  };
}
/** A picture alone; its field may have any name. */
const PICTURE: PictureForm = { picture: 'image', fields: z.object({}) };

/** Returns what is added to the schema of a route: the operation's id, the right, and marks for `completeDocument`. */
export function describeRoute(route: RouteOptions & { url: string }): Record<string, unknown> {
  const body = route.schema?.body as z.ZodType | undefined;
  const schema = (route.schema ?? {}) as {
    querystring?: z.ZodObject;
    response?: Readonly<Record<number, unknown>>;
  };
  const consumes = (route.schema as { consumes?: string[] } | undefined)?.consumes ?? [];
  const marks: Marks = {
    errors: [...errorsByStatus(route)],
    isBodyOptional: body?.safeParse(undefined).success === true,
    isPaged: schema.querystring?.shape?.before !== undefined && schema.response?.[200] instanceof z.ZodArray,
    isPicture: consumes.includes('multipart/form-data'),
    form: route.config?.form,
  };
  return { operationId: operationId(route), ...describeRight(route), [MARKS]: marks };
}

/** What an operator's role needs (S8), for programs and in words. */
function describeRight({ config, schema }: RouteOptions): { 'x-right'?: string; description?: string } {
  const right = config?.right;
  if (!right) return {};
  const text = `Needs the right \`${right}\` (${rights[right]}): ${rolesWith(right).join(', ')}.`;
  return { 'x-right': right, description: schema?.description ? `${schema.description}\n\n${text}` : text };
}

/** `POST /api/auction/bid/:id` → `postAuctionBidById`. */
function operationId({ method, url }: { method: string | string[]; url: string }): string {
  const words = url
    .replace(/^\/api/, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return [
    String([method].flat()[0]).toLowerCase(),
    ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
}

/** Adds what @fastify/swagger cannot derive: the codes of each refusal, optional bodies, pictures. */
export function completeDocument<Document extends object>(document: Document): Document {
  const { paths = {}, components = {} } = document as ApiDocument;
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const marks = operation[MARKS];
    if (!marks) continue;
    delete operation[MARKS];
    if (marks.isPicture) operation.requestBody = describeForm(marks.form ?? PICTURE);
    if (marks.isBodyOptional && operation.requestBody)
      operation.requestBody = { ...operation.requestBody, required: false };
    const { 200: page } = operation.responses ?? {};
    if (page && marks.isPaged)
      operation.responses = { ...operation.responses, 200: { ...page, headers: NEXT_CURSOR } };
    const refusals = marks.errors.map(([status, codes]) => [status, describeRefusal(status, codes)] as const);
    operation.responses = { ...operation.responses, ...Object.fromEntries(refusals) };
  }
  return {
    ...document,
    components: { ...components, schemas: { ...components.schemas, ErrorReply: errorReply } },
  };
}

function describeRefusal(status: number, codes: readonly ErrorCode[]): object {
  const schema = {
    allOf: [ERROR_REPLY, { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }],
  };
  return {
    description: codes.join(', '),
    ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    content: { 'application/json': { schema } },
  };
}
