import { errorStatus } from '@copup/shared/errors.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../src/errors.ts';
import { docs } from '../src/plugins/docs.ts';
import { errors } from '../src/plugins/errors.ts';
import { assertRepliesDocumented } from './documented-replies.ts';

interface Operation {
  operationId: string;
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<
    string,
    { content: Record<string, { schema: { allOf: { properties: { code: { enum: string[] } } }[] } }> }
  >;
}

/** Codes of sockets, and of requests that reach no route. */
const elsewhere = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'PRECONDITION_FAILED',
  'RANGE_NOT_SATISFIABLE',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'UNKNOWN_ROOM',
  'TOO_MANY_ROOMS',
  'TOO_MANY_SOCKETS',
];

let app: TestApp;
let operations: Map<string, Operation>;
beforeAll(async () => {
  app = await startApp({ redis: null });
  const { body } = await app.client.get('/:docs/json');
  operations = new Map(
    Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  );
});
afterAll(() => app?.close());

const codesOf = (name: string) =>
  Object.fromEntries(
    Object.entries(operations.get(name)?.responses ?? {})
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { content }]) => [
        status,
        content['application/json']?.schema.allOf[1]?.properties.code.enum,
      ]),
  );

describe('R2 the OpenAPI document', () => {
  it('is valid', async () => {
    const { body } = await app.client.get('/:docs/json');
    const { valid, errors } = await new Validator().validate(body);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('gives every operation a unique id', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^(get|post|put|patch|delete)[A-Z][A-Za-z0-9]+$/);
    expect(operations.get('POST /api/auction/bid/{id}')?.operationId).toBe('postAuctionBidById');
  });

  it('lists statuses and codes of refusals', () => {
    expect(codesOf('POST /api/auction/bid/{id}')).toEqual({
      400: ['BAD_IDEMPOTENCY_KEY', 'BAD_JSON', 'BAD_REQUEST', 'VALIDATION_FAILED'],
      401: ['NOT_SIGNED_IN', 'SESSION_ENDED'],
      403: ['FORBIDDEN', 'NOT_JOINED', 'OPERATORS_CANNOT_PLAY', 'SUSPENDED', 'TAKING_A_BREAK'],
      404: ['AUCTION_NOT_FOUND'],
      409: [
        'ALREADY_LEADING',
        'AUCTION_ENDED',
        'AUCTION_NOT_ACTIVE',
        'DECIDED_TOO_LATE',
        'IDEMPOTENCY_KEY_REUSED',
        'LIMIT_REACHED',
        'NOT_ENOUGH_COINS',
        'PRICE_MOVED',
      ],
      413: ['BODY_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      429: ['RATE_LIMITED'],
      500: ['INTERNAL'],
      503: ['BUSY', 'DEADLINE_PASSED', 'NO_STANDBY', 'OUTCOME_UNKNOWN', 'UNAVAILABLE'],
    });
    for (const [name, { responses }] of operations) {
      expect(
        Object.keys(responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      expect(responses, name).toHaveProperty('429');
    }
  });

  it('documents every code', () => {
    const listed = new Set([...operations.keys()].flatMap((name) => Object.values(codesOf(name)).flat()));
    const missing = Object.keys(errorStatus).filter((code) => !listed.has(code));
    expect(missing.filter((code) => !elsewhere.includes(code))).toEqual([]);
  });

  it('describes the body of a picture upload, and an optional body', () => {
    const picture = operations.get('POST /api/admin/auctions/{id}/image')?.requestBody;
    expect(picture).toMatchObject({
      required: true,
      content: { 'multipart/form-data': { schema: { properties: { image: { format: 'binary' } } } } },
    });
    expect(operations.get('POST /api/auction/bid/{id}')?.requestBody?.required).toBe(false);
    expect(operations.get('POST /api/auth/login')?.requestBody?.required).toBe(true);
    expect(operations.get('POST /api/auth/logout')?.requestBody).toBeUndefined();
  });
});

describe('Every reply of the integration tests', () => {
  it.each([
    ['right', undefined],
    ['known', undefined],
    ['unknown', /the code ORDER_STATUS of a 409 is not named/],
    ['status', /404 USER_NOT_FOUND has no description/],
    ['success', /207 {2}has no description/],
    ['shape', /the body of a 200 does not match: .*additional properties/],
    ['stranger', /is not \{code, message\}/],
  ])('is compared with the document: %s', async (what, fault) => {
    const own = fastify();
    own.setValidatorCompiler(validatorCompiler);
    own.setSerializerCompiler(serializerCompiler);
    await own.register(errors);
    await own.register(docs, { publicUrl: 'http://copup.test' });
    own.get(
      '/api/things/:what',
      {
        config: { access: 'public', errors: ['CART_EMPTY'] },
        schema: { params: z.object({ what: z.string() }), response: { 200: z.object({ n: z.int() }) } },
      },
      (_request, reply) => {
        if (what === 'known') throw new Refusal('CART_EMPTY', 'Empty.');
        if (what === 'unknown') throw new Refusal('ORDER_STATUS', 'No.');
        if (what === 'status') throw new Refusal('USER_NOT_FOUND', 'No.');
        if (what === 'success') reply.code(207 as 200);
        if (what === 'shape') reply.type('application/json').serializer(() => '{"n":1,"password_hash":"x"}');
        return { n: 1 };
      },
    );
    own.get('/page', (_request, reply) => reply.code(400).send('No.'));
    await own.inject(what === 'stranger' ? '/page' : `/api/things/${what}`);
    await own.close();
    if (fault) expect(assertRepliesDocumented).toThrow(fault);
    else expect(assertRepliesDocumented).not.toThrow();
  });
});
