import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface MailSink {
  /** The recipient of each accepted mail, in order. */
  recipients: string[];
  close(): Promise<void>;
}

/** Starts a minimal SMTP server that accepts mail. */
export async function openMailSink(port: number): Promise<MailSink> {
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 drill\r\n');
    let isData = false;
    let recipient = '';
    createInterface({ input: socket }).on('line', (line) => {
      if (isData) {
        if (line !== '.') return;
        isData = false;
        recipients.push(recipient);
      }
      recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1] ?? recipient;
      if (/^DATA/i.test(line)) {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    recipients,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
