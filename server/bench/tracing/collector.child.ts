import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the collector reports: its port once, then the spans received since the last report at each message. */
export type CollectorReport = { port: number } | { spans: number };

// As lean as possible, since it shares the cores with the server that is measured: it counts the spans as text.
let spans = 0;
const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    spans += Buffer.concat(chunks).toString('latin1').split('"spanId":').length - 1;
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
const report = (message: CollectorReport) => process.send?.(message);

server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  report({ spans });
  spans = 0;
});
process.on('disconnect', () => process.exit(0));
