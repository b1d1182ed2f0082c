import { roomStates, socketEvents } from '@copup/shared/rooms.ts';
import { z } from 'zod';
import { escapeHtml } from '../escape-html.ts';

/** R2: every socket event and the state of every kind of room, rendered from the schemas that validate them. */
export function renderSocketEvents(): string {
  const events = Object.entries(socketEvents).map(
    ([name, { from, text, payload, ack }]) => `<section>
<h2><code>${escapeHtml(name)}</code></h2>
<p>${from === 'client' ? 'Client to server' : 'Server to client'}. ${escapeHtml(text)}</p>
<h3>Payload</h3>${renderSchema(payload)}${ack ? `<h3>Acknowledgement</h3>${renderSchema(ack)}` : ''}
</section>`,
  );
  const states = Object.entries(roomStates).map(
    ([kind, schema]) =>
      `<section><h2>State of <code>${escapeHtml(kind)}</code></h2>${renderSchema(schema)}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Copup: socket events</title></head>
<body>
<h1>Socket events</h1>
<p>Socket.IO at <code>/socket.io</code>, websocket transport only, with the token in the handshake's <code>auth.token</code>.
Calls of the API are at <a href="/docs">/docs</a>.</p>
${events.join('\n')}
<h1>Rooms</h1>
${states.join('\n')}
</body>
</html>
`;
}

function renderSchema(schema: z.ZodType): string {
  return `<pre>${escapeHtml(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }), null, 2))}</pre>`;
}
