import type { BuyTicketReply } from '@copup/shared/heists.ts';
import { available, move } from '@copup/testkit/transfers.ts';
import type { Database } from '../../src/db/database.ts';
import { inTransaction } from '../../src/db/in-transaction.ts';
import { withStoredReply } from '../../src/db/with-stored-reply.ts';
import { decideTickets, type TicketCommand } from '../../src/features/heists/decide-tickets.ts';
import { type HeistRow, heistSubject } from '../../src/features/heists/heists.queries.ts';
import { heistKind } from '../../src/features/heists/heists.subject.ts';
import { listTickets, writeSaleLast, writeTicketsLast } from '../../src/features/heists/tickets.queries.ts';
import { listUnlocked } from '../../src/features/heists/unlocks.ts';
import { postTransfers } from '../../src/ledger/post-transfers.ts';
import { lockWallets } from '../../src/ledger/wallets.ts';
import { lockSubject } from '../../src/subjects/subject-rows.ts';

/** The straightforward design with every duty of the lane: one transaction for each ticket. */
export const oneTransactionPerTicket =
  (db: Database) =>
  async (heistId: number, command: TicketCommand): Promise<BuyTicketReply> => {
    const { viewer, key } = command;
    const { userId } = viewer;
    const request = { userId, route: 'bench', subject: String(heistId), key, input: {} };
    const { reply } = await inTransaction(db, (tx) =>
      withStoredReply(tx, request, async () => {
        const heist = await lockSubject<HeistRow>(tx, heistKind, heistId);
        if (!heist) throw new Error(`no heist ${heistId}`);
        const wallets = await lockWallets(tx, [userId]);
        const now = await tx.clock();
        const tickets = await listTickets(tx, heistId, [userId]);
        const unlocked = await listUnlocked(tx, [viewer.sessionId]);
        const requested = [{ command, isTooLate: false, stored: undefined }];
        const { answers, sold } = decideTickets(requested, {
          heist,
          now,
          wallets,
          tickets,
          unlocked,
          restrictions: new Map(),
        });
        const [ticket] = sold;
        if (!ticket) throw answers[0];
        const rest = { kind: 'ticket', realm: heist.realm, subject: heistSubject(heistId) } as const;
        await postTransfers(tx, [
          move(available({ id: userId }), heistKind.feeAccount(heist), heist.ticketPrice, {
            ...rest,
            id: command.id,
            key: `heist:${heistId}:${userId}`,
          }),
        ]);
        writeTicketsLast(tx, heistId, [ticket.row]);
        writeSaleLast(tx, { ...heist, participants: heist.participants + 1 });
        return { status: 200, reply: ticket.reply };
      }),
    );
    return reply;
  };
