import { escapeHtml } from '@copup/shared/escape-html.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { isDirectNeighbour } from '../direct-neighbour.ts';
import { Refusal } from '../errors.ts';
import { listLatestMails } from './outbox.queries.ts';

const SHOWN = 50;

/**
 * Serves /dev/mail: mails that would have been sent. Registered only outside production and without a mail server; as a
 * safeguard for a production server without NODE_ENV, it answers direct neighbours only.
 */
export const devMailRoutes = ({ db }: { db: Database }) =>
  async function devMailPlugin(app: FastifyInstance): Promise<void> {
    app.get('/dev/mail', { schema: { hide: true } }, async (request, reply) => {
      if (!isDirectNeighbour(request.raw)) throw new Refusal('NOT_FOUND', 'Not found.');
      const mails = await listLatestMails(db, SHOWN);
      const sections = mails.map(
        ({ to, subject, body, createdAt }) => `<section>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, ${createdAt.toISOString()}</p>
<pre>${escapeHtml(body)}</pre>
</section>`,
      );
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Copup: mail</title></head>
<body>
<h1>Mail</h1>
<p>No mail server is configured (SMTP_URL), so mails are shown here, newest first.</p>
${sections.join('\n') || '<p>None yet.</p>'}
</body>
</html>
`);
    });
  };
