import { createHash, timingSafeEqual } from 'node:crypto';
import { payWebhookCalls } from '@copup/shared/calls/card-payments.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { cardNotConfigured, wrongSignature } from '../../provider/provider.errors.ts';
import { readEvent } from '../../provider/provider-event.ts';
import { routes } from '../../routes.ts';

/** The provider's events, whose signature is checked before a body is read. */
export const payWebhookRoutes =
  ({ config, log }: Pick<Deps, 'config' | 'log'>, all: AllFeatures): FastifyPluginAsyncZod =>
  async (app) => {
    const { cardPayments: provider } = config;
    app.addHook('onRequest', async ({ headers }) => {
      if (!provider) throw cardNotConfigured();
      if (!isSigned(provider.secretHash, headers['verif-hash'])) throw wrongSignature();
    });
    await app.register(
      routes(payWebhookCalls, {
        'POST /pay/webhook': async ({ body }) => {
          const event = readEvent(body);
          if (event.kind === 'other') return { message: 'ignored' };
          for (const apply of all.providerEvents) {
            const message = await apply(event);
            if (message !== undefined) return { message };
          }
          const { kind, transactionId, txRef } = event;
          log.error({ kind, transactionId, txRef }, 'card payments: no payment here has this reference');
          return { message: 'ignored' };
        },
      }),
    );
  };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares `verif-hash` in constant time (W15). The digests have one length, whatever was sent. */
function isSigned(secretHash: string, header: string | string[] | undefined): boolean {
  return timingSafeEqual(digest(secretHash), digest(typeof header === 'string' ? header : ''));
}
