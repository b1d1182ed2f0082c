import { errorStatus } from '@copup/shared/errors.ts';
import { escapeHtml } from '@copup/shared/escape-html.ts';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';
import { ConnectError, connectErrors } from '@copup/shared/rooms.ts';
import { consoleRooms, roomStates, socketEvents } from '@copup/shared/socket-events.ts';
import { socketExamples } from '@copup/shared/socket-examples.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { z } from 'zod';
import { dialogue } from './dialogue.ts';
import { fieldsOf, toJsonSchema } from './schema-fields.ts';

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

export interface SocketDocs {
  /** Whether the rooms of operators are described too. */
  hasConsole: boolean;
  calls: readonly SocketCallText[];
  publicUrl: string;
}

const roomsFor = (hasConsole: boolean) =>
  Object.entries(roomStates).filter(([kind]) => hasConsole || !consoleRooms.has(kind));
const ioOf = (from: 'client' | 'server') => (from === 'client' ? 'input' : 'output');

/** Every event, call and room with its JSON schema and an example, for programs (R2). */
export function socketSchemas({ hasConsole, calls }: SocketDocs): object {
  const events = Object.entries(socketEvents).map(([name, { from, text, payload, ack }]) => [
    name,
    {
      from,
      text,
      payload: toJsonSchema(payload, ioOf(from)),
      ack: ack && toJsonSchema(ack, 'output'),
      example: socketExamples[name as keyof typeof socketExamples],
    },
  ]);
  const rooms = roomsFor(hasConsole).map(([kind, schema]) => [kind, toJsonSchema(schema, 'output')]);
  return {
    path: SOCKET_PATH,
    events: Object.fromEntries(events),
    rooms: Object.fromEntries(rooms),
    calls,
    connectErrors,
    limits: socketLimits,
  };
}

/**
 * Renders every socket event, connect error and limit, and the state of every kind of room, from the schemas that
 * validate them (R2); the rooms of operators with the console only.
 */
export function renderSocketEvents(docs: SocketDocs): string {
  const { hasConsole, calls, publicUrl } = docs;
  const chapters: readonly (readonly [title: string, content: string, parts?: readonly Part[]])[] = [
    ['From sign-in to a bid', renderDialogue(publicUrl)],
    ['Events', '', Object.keys(socketEvents).map(eventPart)],
    ['Calls over the socket', renderCalls(calls)],
    [
      'Rooms',
      '',
      roomsFor(hasConsole).map(([kind, schema]) => ({
        title: `State of ${kind}`,
        content: renderFields(schema, 'output'),
      })),
    ],
    ['Connect errors', connecting],
    ['Limits', limitsText],
  ];
  const contents = chapters.map(
    ([title, , parts]) =>
      `<li>${linkTo(title)}${parts ? `<ul>${parts.map(({ title }) => `<li>${linkTo(title)}</li>`).join('')}</ul>` : ''}</li>`,
  );
  const body = chapters.map(
    ([title, content, parts = []]) =>
      `<section aria-labelledby="${idOf(title)}">${heading(2, title)}${content}${parts
        .map(
          (part) =>
            `<section aria-labelledby="${idOf(part.title)}">${heading(3, part.title)}${part.content}</section>`,
        )
        .join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Copup: socket events</title><link rel="stylesheet" href="/docs/sockets/style.css"></head>
<body>
<header><h1>Socket events</h1>
<p>Socket.IO at <code>${SOCKET_PATH}</code>, websocket transport only, with the token in the handshake's <code>auth.token</code>.
Calls of the API are at <a href="/docs">/docs</a>. For programs: <a href="/docs/sockets/json">all schemas and examples as JSON</a>.</p></header>
<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>
<main>
${body.join('\n')}
</main>
</body>
</html>
`;
}

interface Part {
  title: string;
  content: string;
}

const idOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
const linkTo = (title: string) => `<a href="#${idOf(title)}">${escapeHtml(title)}</a>`;
const heading = (level: number, title: string) =>
  `<h${level} id="${idOf(title)}">${escapeHtml(title)}</h${level}>`;
const renderJson = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function renderDialogue(publicUrl: string): string {
  const steps = dialogue(publicUrl).map(
    ({ text, messages }) =>
      `<li>${escapeHtml(text)}${messages.map(([direction, message]) => `<div class="direction">The client ${direction}</div><pre>${escapeHtml(message)}</pre>`).join('')}</li>`,
  );
  return `<p>A Socket.IO client sends and receives the packets itself. This is what they are, for a client in any language;
two such clients of 60 lines are in <code>load/examples</code> of the source.</p><ol>${steps.join('')}</ol>`;
}

function eventPart(name: string): Part {
  const key = name as keyof typeof socketEvents;
  const { from, text, payload, ack } = socketEvents[key];
  const example = socketExamples[key];
  const acknowledged = ack
    ? `<h4>Acknowledgement</h4>${renderFields(ack, 'output')}<h4>Example of the acknowledgement</h4>${renderJson(example.ack)}`
    : '';
  return {
    title: name,
    content: `<p><b>${from === 'client' ? 'Client to server' : 'Server to client'}.</b> ${escapeHtml(text)}</p>
<h4>Payload</h4>${renderFields(payload, ioOf(from))}<h4>Example</h4>${renderJson(example.payload)}${acknowledged}`,
  };
}

const renderCalls = (
  calls: readonly SocketCallText[],
) => `<p>The event <code>call</code> sends one of these. Bodies, replies and refusals are those at <a href="/docs">/docs</a>; a call
that was sent over both the socket and HTTP with one key is carried out once.</p>
${renderTable(
  ['Call', 'What it does'],
  calls.map(({ call, summary }) => [call, summary]),
)}`;

const connecting = `<p>A refused connection gets Socket.IO's connect error with this <code>data</code>; then the server closes it.</p>
${renderFields(ConnectError, 'output')}
${renderTable(['Code', 'Meaning'], Object.entries(connectErrors))}
<p>Before the upgrade, the server answers with HTTP: 400 for an Origin that is not allowed, a token in the URL, a URL that is
too long, a <code>sid</code> or another transport; ${errorStatus.NOT_FOUND} for a websocket at any other path.</p>`;

const limitsText = `${renderTable(['What', 'Limit', 'Above it'], limits)}
<p>A network (an IPv4 address, an IPv6 /64) with thousands of connections that do not request admission loses the oldest of them.</p>`;

function renderTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
  const head = heads.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table>`;
}

function renderFields(schema: z.ZodType, io: 'input' | 'output'): string {
  return fieldsOf(toJsonSchema(schema, io))
    .map((fields) =>
      renderTable(
        ['Field', 'Type', 'Given'],
        fields.map(({ name, type, isOptional }) => [name, type, isOptional ? 'optional' : 'always']),
      ),
    )
    .join('<p>or</p>');
}
