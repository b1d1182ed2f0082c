import type { PayWebhookBody } from '@copup/shared/shop.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { isDirectNeighbour } from '../../direct-neighbour.ts';
import { Refusal } from '../../errors.ts';
import { isPretended } from '../../provider/provider-api.ts';

/**
 * Serves POST /dev/transfers/{id}: the stand-in of the provider pretends that the buyer of a payment transferred its price (W18), and
 * its event arrives here. Registered only outside production; it answers direct neighbours only, and without that stand-in none.
 */
export const devTransfers = ({ config, db }: Pick<Deps, 'config' | 'db'>) =>
  async function devTransfersPlugin(app: FastifyInstance): Promise<void> {
    app.post<{ Params: { id: string } }>(
      '/dev/transfers/:id',
      { schema: { hide: true } },
      async (request, reply) => {
        const { cardPayments: provider } = config;
        const notFound = new Refusal('NOT_FOUND', 'Not found.');
        if (!provider || !isPretended(config) || !isDirectNeighbour(request.raw)) throw notFound;
        const { rows } = await db.pool.query<{ txRef: string; sender: string }>({
          name: 'dev-transfer',
          text: `SELECT a.tx_ref AS "txRef", v.sender_account_name AS sender
          FROM payment_accounts a JOIN manual_payments v ON v.id = a.payment_id WHERE v.id = $1`,
          values: [Number(request.params.id)],
        });
        const [paid] = rows;
        if (!paid) throw notFound;
        const pretended = await fetch(`${provider.apiUrl}/pretend`, {
          method: 'POST',
          body: JSON.stringify(paid),
        });
        const event = (await pretended.json()) as PayWebhookBody;
        const headers = { 'verif-hash': provider.secretHash };
        await app.inject({ method: 'POST', url: '/api/pay/webhook', headers, payload: event });
        return reply.status(204).send();
      },
    );
  };
