import { errorStatus } from '@copup/shared/errors.ts';
import { escapeHtml } from '@copup/shared/escape-html.ts';
import { ConnectError, connectErrors } from '@copup/shared/rooms.ts';
import { consoleRooms, roomStates, socketEvents } from '@copup/shared/socket-events.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { z } from 'zod';

const { messageBytes, socketsPerUser, roomsPerJoin, roomsPerSocket } = socketLimits;
const { events, joins, frames, bytes, beforeAdmission, admissionMs, waiting } = socketLimits;
const rate = ({ burst, perSecond }: { burst: number; perSecond: number }) =>
  `${burst} at once, then ${perSecond} a second`;

const limits: readonly (readonly [what: string, limit: string, above: string])[] = [
  ['Sockets of one user', `${socketsPerUser}`, 'connect error TOO_MANY_SOCKETS'],
  ['Rooms of one socket', `${roomsPerSocket}`, 'TOO_MANY_ROOMS for the room'],
  ['Rooms in one message', `${roomsPerJoin}`, 'VALIDATION_FAILED'],
  ['Rooms to join', rate(joins), 'RATE_LIMITED for the room'],
  ['Events', rate(events), 'RATE_LIMITED'],
  ['Length of a message', `${messageBytes} bytes`, 'the socket is closed'],
  ['Websocket messages, pings and pongs', rate(frames), 'the socket is closed'],
  ['Bytes sent by the client', rate(bytes), 'the socket is closed'],
  ['Connects on one connection', '1', 'the socket is closed'],
  ['Time until the connect packet', `${admissionMs / 1_000} seconds`, 'the socket is closed'],
  [
    'Before admission, in total',
    `${beforeAdmission.frames} messages, pings and pongs; ${beforeAdmission.bytes} bytes`,
    'the socket is closed',
  ],
  ['Length of the token', `${beforeAdmission.tokenLength} characters`, 'connect error NOT_SIGNED_IN'],
  [
    'Unread data of a slow client',
    `${waiting.packets} packets or ${waiting.bytes} bytes`,
    'the socket is closed',
  ],
];

/** A call that may be sent over the socket. */
export interface SocketCallText {
  call: string;
  summary: string;
}

/**
 * Renders every socket event, connect error and limit, and the state of every kind of room, from the schemas that
 * validate them (R2); the rooms of operators with the console only.
 */
export function renderSocketEvents(hasConsole: boolean, calls: readonly SocketCallText[]): string {
  const sections = Object.entries(socketEvents).map(
    ([name, { from, text, payload, ack }]) => `<section>
<h2><code>${escapeHtml(name)}</code></h2>
<p>${from === 'client' ? 'Client to server' : 'Server to client'}. ${escapeHtml(text)}</p>
<h3>Payload</h3>${renderSchema(payload)}${ack ? `<h3>Acknowledgement</h3>${renderSchema(ack)}` : ''}
</section>`,
  );
  const states = Object.entries(roomStates)
    .filter(([kind]) => hasConsole || !consoleRooms.has(kind))
    .map(
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
${sections.join('\n')}
<h1>Calls over the socket</h1>
<p>The event <code>call</code> sends one of these. Bodies, replies and refusals are those at <a href="/docs">/docs</a>; a call
that was sent over both the socket and HTTP with one key is carried out once.</p>
${renderTable(
  ['Call', 'What it does'],
  calls.map(({ call, summary }) => [call, summary]),
)}
<h1>Connect errors</h1>
<p>A refused connection gets Socket.IO's connect error with this <code>data</code>; then the server closes it.</p>
${renderSchema(ConnectError)}
${renderTable(['Code', 'Meaning'], Object.entries(connectErrors))}
<p>Before the upgrade, the server answers with HTTP: 400 for an Origin that is not allowed, a token in the URL, a URL that is
too long, a <code>sid</code> or another transport; ${errorStatus.NOT_FOUND} for a websocket at any other path.</p>
<h1>Limits</h1>
${renderTable(['What', 'Limit', 'Above it'], limits)}
<p>A network (an IPv4 address, an IPv6 /64) with thousands of connections that do not request admission loses the oldest of them.</p>
<h1>Rooms</h1>
${states.join('\n')}
</body>
</html>
`;
}

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${row(heads, 'th')}${rows.map((cells) => row(cells, 'td')).join('\n')}</table>`;
}

function renderSchema(schema: z.ZodType): string {
  return `<pre>${escapeHtml(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }), null, 2))}</pre>`;
}
