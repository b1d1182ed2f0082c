import { defineCalls } from '@copup/shared/call.ts';
import { boundedString, digits, lineText } from '@copup/shared/text.ts';
import { Coins, IdParams, IsoTime } from '@copup/shared/wire.ts';
import { z } from 'zod';
import {
  bigint,
  eq,
  getTableColumns,
  integer,
  pgTable,
  sql,
  text,
  timestamp,
  uuid,
} from '../src/db/drizzle.ts';
import { Refusal } from '../src/errors.ts';
import type { Feature } from '../src/feature.ts';
import { routes } from '../src/routes.ts';
import { entryReferences } from '../src/subjects/audit-entries.ts';
import { assertTimes } from '../src/subjects/draft.ts';
import { joinSubject } from '../src/subjects/join-subject.ts';
import { listRoomKind } from '../src/subjects/list-room.ts';
import { subjectRealms } from '../src/subjects/realms.ts';
import { subjectJobs } from '../src/subjects/subject-jobs.ts';
import { isOpen, isOver, type SubjectKind, subjectOf } from '../src/subjects/subject-kind.ts';
import { subjectParts } from '../src/subjects/subject-parts.ts';
import { subjectRoomKind } from '../src/subjects/subject-room.ts';
import { selectColumns } from '../src/subjects/subject-rows.ts';
import { createSubject, editSubject } from '../src/subjects/write-subject.ts';

/** What a migration of the feature would create. The rights on it follow from `db/server-role.ts` after every migration. */
export const rafflesMigration = `
  CREATE TABLE raffles (
    id integer GENERATED ALWAYS AS IDENTITY (START WITH 9001) PRIMARY KEY,
    realm integer NOT NULL, name text NOT NULL, image text, fee bigint NOT NULL,
    status text NOT NULL, status_at timestamptz(3) NOT NULL, final_status text,
    starts_at timestamptz(3) NOT NULL, end_date timestamptz(3) NOT NULL, version bigint NOT NULL DEFAULT 1, winner_id uuid,
    created_by uuid, created_at timestamptz(3) NOT NULL, settled_at timestamptz(3),
    told_at timestamptz(3), told_upto uuid, cancel_reason text);
  CREATE TABLE raffle_entries (
    raffle_id integer NOT NULL, user_id uuid NOT NULL, transfer_id uuid, paid_available bigint NOT NULL,
    paid_bonus bigint NOT NULL, joined_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), refunded_by uuid,
    PRIMARY KEY (raffle_id, user_id));
  CREATE TRIGGER raffles_room AFTER UPDATE ON raffles FOR EACH ROW
    WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION note_room_change('raffle');`;

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const table = pgTable('raffles', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  realm: integer('realm').notNull(),
  name: text('name').notNull(),
  image: text('image'),
  fee: bigint('fee', { mode: 'number' }).notNull(),
  status: text('status').notNull(),
  statusAt: time('status_at').notNull(),
  finalStatus: text('final_status'),
  startsAt: time('starts_at').notNull(),
  endDate: time('end_date').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  winnerId: uuid('winner_id'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  cancelReason: text('cancel_reason'),
});
type Raffle = typeof table.$inferSelect;
const columns = selectColumns(getTableColumns(table), 's');

/** The first user who entered wins nothing but the title; a raffle that no user entered refunds nothing. */
export const raffleKind: SubjectKind<Raffle> = {
  name: 'raffle',
  noun: 'a raffle',
  plural: 'raffles',
  rooms: { raffle: '/raffle/:id' },
  calls: '/raffle',
  leaving: { entry: 'ticket', again: 'You can buy another one.', until: 'the start' },
  lost: 'is drawn. Another player won.',
  won: () => ({ verb: 'won' }),
  table: 'raffles',
  nameColumn: 'name',
  textFields: ['name'],
  columns,
  entries: { table: 'raffle_entries', subjectId: 'raffle_id' },
  openStatuses: ['pending', 'active'],
  starts: [
    { name: 'start', from: 'pending', to: 'active', column: 'starts_at', at: ({ startsAt }) => startsAt },
  ],
  cancelledStatus: 'cancelled',
  outcomeColumns: { winner_id: 'uuid' },
  room: ({ id }) => `raffle:${id}`,
  entryFee: ({ fee }) => fee,
  feeAccount: () => ({ kind: 'revenue' }),
  refuseEntry: (raffle, now) =>
    isOpen(raffleKind, raffle) && !isOver(raffle, now) ? undefined : raffleKind.errors.ended(),
  mayCorrect: ({ status }) => status === 'pending',
  async settle(tx, due) {
    const { rows } = await tx.client.query<{ id: number; userId: string }>(
      `SELECT DISTINCT ON (raffle_id) raffle_id AS id, user_id AS "userId" FROM raffle_entries
        WHERE raffle_id = ANY($1::int[]) ORDER BY raffle_id, joined_at`,
      [due.map(({ row }) => row.id)],
    );
    const winners = new Map(rows.map(({ id, userId }) => [id, userId]));
    return due.map(({ row }) => ({
      status: 'drawn',
      refundsEntries: false,
      columns: { winner_id: winners.get(row.id) ?? null },
    }));
  },
  settledNotice: ({ id, name, status }, { userId, paid }) => ({
    userId,
    kind: status === 'drawn' ? 'lost' : 'refunded',
    subject: subjectOf(raffleKind, id),
    details: { name, bid_points: paid },
  }),
  errors: {
    notFound: () => new Refusal('NOT_FOUND', 'Raffle not found.'),
    ended: () => new Refusal('CONTEST_ENDED', 'This raffle has ended.'),
    alreadyJoined: () => new Refusal('ALREADY_JOINED', 'You entered already.'),
    notEnoughCoins: () => new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.'),
    over: () => new Refusal('CONTEST_NOT_EDITABLE', 'This raffle is over.'),
    live: () => new Refusal('CONTEST_NOT_EDITABLE', 'Only the name of a raffle that has started can change.'),
    fixed: () => new Refusal('CONTEST_NOT_EDITABLE', 'This raffle has started.'),
  },
};

const fields = z.object({ name: lineText(80).min(1), fee: z.int().min(0), end_date: IsoTime });
const filters = z.object({
  status: boundedString(20).optional(),
  realm: digits(99).optional(),
  q: boundedString(80).optional(),
});
const Reply = z.object({
  id: z.int(),
  name: z.string(),
  fee: Coins,
  status: z.string(),
  winner: z.string().nullable(),
});

const raffleCalls = defineCalls('raffles', {
  'POST /raffle/join/:id': {
    summary: 'Enters a raffle, and pays its fee once',
    access: 'player',
    limit: 'payEntry',
    errors: ['CONTEST_ENDED', 'ALREADY_JOINED', 'NOT_ENOUGH_COINS'],
    params: IdParams,
    hasKey: true,
    reply: z.object({ id: z.int() }),
  },
});

type Draft = Pick<Raffle, 'name' | 'fee' | 'startsAt' | 'endDate'>;

export const raffles: Feature = {
  name: 'raffles',
  auditReferences: [entryReferences(raffleKind)],
  build: (deps) => {
    const realms = subjectRealms(deps, raffleKind);
    const parts = subjectParts(
      deps,
      {
        kind: raffleKind,
        list: { columns, where: () => [] },
        filters,
        newBody: fields,
        editBody: fields.partial(),
        reply: Reply,
        toReply: ({ id, name, fee, status, winnerId }: Raffle) => ({
          id,
          name,
          fee,
          status,
          winner: winnerId,
        }),
        worth: () => 0,
        titleOf: ({ name }: Raffle) => name,
        create: (body, operatorId) =>
          createSubject(deps, raffleKind, { realm: 0, operatorId, details: body }, async (tx, created) => {
            const startsAt = created.createdAt;
            const endDate = new Date(body.end_date);
            assertTimes({ startsAt, endDate }, startsAt);
            const [row] = await tx.orm
              .insert(table)
              .overridingSystemValue()
              .values({ ...created, name: body.name, fee: body.fee, startsAt, endDate, status: 'active' })
              .returning();
            return row as Raffle;
          }),
        edit: (command, edit) =>
          editSubject<Raffle, Draft>(deps, raffleKind, command, {
            draft: ({ name, fee, startsAt, endDate }) => ({
              name: edit.name ?? name,
              fee: edit.fee ?? fee,
              startsAt,
              endDate: edit.end_date === undefined ? endDate : new Date(edit.end_date),
            }),
            async write(tx, { id }, draft) {
              const set = { ...draft, version: sql`${table.version} + 1` };
              const [row] = await tx.orm.update(table).set(set).where(eq(table.id, id)).returning();
              return row as Raffle;
            },
          }),
        summaries: { list: 'Raffles', create: 'Creates', edit: 'Edits', cancel: 'Cancels' },
      },
      { links: async () => [] },
    );
    return {
      ...parts,
      routes: [
        ...parts.routes,
        routes(raffleCalls, {
          'POST /raffle/join/:id': ({ viewer, params, key }) =>
            joinSubject(
              deps,
              raffleKind,
              { id: params.id, viewer, key, route: 'raffle/join' },
              (_tx, { id }) => ({ id }),
            ),
        }),
      ],
      roomKinds: [
        subjectRoomKind<Pick<Raffle, 'status'>, { status: string }>(deps, realms, {
          kind: 'raffle',
          from: 'raffles s',
          columns: 's.status',
          toState: ({ status }) => ({ status }),
        }),
        listRoomKind(deps, { kind: 'raffles', table: 'raffles', fields: ['id', 'status'] }),
      ],
      jobs: subjectJobs(deps, raffleKind),
    };
  },
};
