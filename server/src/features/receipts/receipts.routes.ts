import { receiptCalls } from '@copup/shared/calls/receipts.ts';
import { ReceiptCode } from '@copup/shared/receipts.ts';
import { differencesOf, readReceiptCode, readSealed } from '@copup/shared/sealed-receipt.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { routes } from '../../routes.ts';
import { findViewer } from '../../sessions/find-viewer.ts';
import type { FollowedReceipts } from './follow-receipts.ts';
import type { ReceiptSigner } from './receipt-keys.ts';
import { alteredPage, checkPage, followScript, PAGE_POLICY, receiptPage } from './receipt-page.ts';
import { endReceipt, readReceipt, shareReceipt } from './share-receipt.ts';

type RouteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'limits' | 'sessions'>;

const pathOf = (code: string): string => `/r/${code}`;

export const receiptRoutes = (deps: RouteDeps, signer: ReceiptSigner) =>
  routes(receiptCalls, {
    'POST /receipts': async ({ viewer, body }) => {
      const code = await shareReceipt(deps, { userId: viewer.userId, kind: body.kind, itemId: body.id });
      return { code, url: deps.config.publicUrl + pathOf(code) };
    },

    'DELETE /receipts/:code': async ({ viewer, params }) => {
      await endReceipt(deps, viewer.userId, params.code);
      return { message: 'The receipt is no longer shared.' };
    },

    'GET /receipts/:code': async (request) => {
      const { sealed } = request.query;
      const [{ receipt, recipientId }, viewer, signed] = await Promise.all([
        readReceipt(deps, signer, request.params.code),
        findViewer(deps, request),
        sealed === undefined ? undefined : signer.open(sealed),
      ]);
      return {
        ...receipt,
        is_mine: viewer && recipientId !== null ? recipientId === viewer.userId : null,
        is_signed: sealed === undefined ? null : signed !== undefined,
      };
    },
  });

/** Pages for people who were shown a receipt: without an account, and whole without scripts. */
export const receiptPages = (deps: RouteDeps, signer: ReceiptSigner, followed: FollowedReceipts) =>
  async function receiptPagesPlugin(app: FastifyInstance): Promise<void> {
    const config = { access: 'public' } as const;
    app.addHook('onRequest', async (request) => deps.limits.consumeAddress('visit', request.ip));

    app.get<{ Querystring: { code?: string } }>(
      '/r',
      { config, schema: { hide: true } },
      (request, reply) => {
        const { code } = request.query;
        if (code === undefined) return send(reply, 200, checkPage());
        const read = ReceiptCode.safeParse(readReceiptCode(String(code)));
        if (read.success) return reply.redirect(pathOf(read.data));
        return send(reply, 400, checkPage('This is not the code of a receipt.'));
      },
    );

    app.get<{ Params: { code: string }; Querystring: { s?: string } }>(
      '/r/:code',
      { config, schema: { hide: true } },
      async ({ params, query }, reply) => {
        const code = ReceiptCode.safeParse(readReceiptCode(params.code)).data ?? '';
        const found = await readReceipt(deps, signer, code).catch(refusalOf);
        if (found instanceof Refusal) return send(reply, found.statusCode, checkPage(found.message));
        const { receipt } = found;
        if (query.s === undefined) {
          const url = `${deps.config.publicUrl}${pathOf(code)}?s=${receipt.sealed}`;
          return send(reply, 200, receiptPage(receipt, url));
        }
        const text = String(query.s);
        const signed = await signer.open(text);
        if (signed && differencesOf(signed.content, receipt).length === 0)
          return reply.redirect(pathOf(code));
        return send(reply, 200, alteredPage(receipt, signed ?? readSealed(text), signed !== undefined));
      },
    );

    app.get<{ Params: { code: string }; Querystring: { status?: string } }>(
      '/r/:code/live',
      { config, schema: { hide: true } },
      ({ params, query }, reply) => {
        const headers = {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        };
        const page = { code: params.code, status: String(query.status), reply: reply.raw };
        // 204 ends the browser's attempts.
        if (!followed.follow(page)) return reply.code(204).send();
        reply.hijack();
        reply.raw.writeHead(200, headers).write(': open\n\n');
      },
    );

    app.get('/r/follow.js', { config, schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/javascript').send(followScript),
    );

    app.get('/.well-known/copup-receipts.json', { config, schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(await signer.listKeys()),
    );
  };

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  throw error;
};

const send = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    .send(page);
