import { available, move } from '@copup/testkit/transfers.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { withStoredReply } from '../../src/db/with-stored-reply.ts';
import { chargeFor, decideSends, type SendCommand } from '../../src/features/sends/decide-sends.ts';
import { readRecipients, readSenders, writeSendsLast } from '../../src/features/sends/sends.queries.ts';
import { postTransfers } from '../../src/ledger/post-transfers.ts';
import { lockWallets } from '../../src/ledger/wallets.ts';
import { createNotices } from '../../src/notifications/notices.ts';

/** The straightforward design with every duty of the lane: one transaction for each send. */
export function oneTransactionPerSend(db: Database) {
  const notices = createNotices({ newId: () => uuidv7() });
  return (command: SendCommand) =>
    inTransaction(db, (tx) =>
      withStoredReply(
        tx,
        { userId: command.senderId, route: 'bench', subject: '', key: command.key, input: command.amount },
        async () => {
          const { id, realm, senderId, recipientId, amount } = command;
          const wallets = await lockWallets(tx, [senderId, recipientId]);
          const now = await tx.clock();
          const senders = await readSenders(tx, [senderId], 24);
          const recipients = await readRecipients(tx, [recipientId]);
          const { answers, accepted } = decideSends(
            [{ command, isTooLate: false, stored: undefined }],
            { wallets, senders, recipients },
            { now, chargePercent: 1, maximum: 1e9, maximumPerDay: 1e12, waitHours: 24, waitMaximum: 100 },
          );
          const [receipt] = answers;
          if (!receipt || receipt instanceof Error) throw receipt ?? new Error('no answer');
          const from = available({ id: senderId });
          const common = { realm, subject: { kind: 'send', id }, key: id };
          await postTransfers(tx, [
            move(from, available({ id: recipientId }), amount, {
              ...common,
              id,
              kind: 'send',
              postings: [
                { from, to: available({ id: recipientId }), amount },
                { from, to: { kind: 'revenue' }, amount: chargeFor(amount, 1) },
              ],
            }),
          ]);
          await notices.write(tx, [
            { userId: recipientId, kind: 'received', subject: { kind: 'send', id }, details: { amount } },
          ]);
          writeSendsLast(
            tx,
            accepted.map(({ row }) => row),
          );
          return { status: 200, reply: receipt };
        },
      ),
    );
}
