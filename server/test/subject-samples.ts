import { liveSubjects, type SubjectKindName, subjectKinds } from '@copup/shared/live-subjects.ts';

/** One live subject of a kind, for the tests of all calls. */
interface SubjectSample {
  /** What an operator enters. Players may enter at once, and the minimum of players pays the prize. */
  body(at: (fromNowMs: number) => string): object;
  /** Two changes of the same term. */
  readonly changes: readonly [object, object];
  /** A correction of its words. */
  readonly words: object;
  /** The call of a player who enters, as in the API document. */
  readonly enter: string;
  /** The body of this call, if it has the id there. */
  enterBody?(id: number): object;
}

const HOUR_MS = 3_600_000;

const samples: Readonly<Record<SubjectKindName, SubjectSample>> = {
  auction: {
    body: (at) => ({
      ...{ name: 'Kettle', category: 'product', price: 100, entry_bid_points: 5 },
      end_date: at(HOUR_MS),
    }),
    changes: [{ price: 200 }, { price: 80 }],
    words: { name: 'Old kettle' },
    enter: 'POST /api/auction/pay-entry/{id}',
  },
  contest: {
    body: (at) => ({
      ...{ kind: 'tap', title: 'A tap contest', entry_fee: 10, prize: 15, minimum_users: 2 },
      end_date: at(HOUR_MS),
    }),
    changes: [{ prize: 17 }, { prize: 18 }],
    words: { title: 'Another tap contest' },
    enter: 'POST /api/tap/join-tap',
    enterBody: (id) => ({ tap_contest_id: id }),
  },
  heist: {
    body: (at) => ({
      ...{ name: 'Vault', category: 'cash', prize: 15, prize_name: '15 coins', ticket_price: 10 },
      ...{ question: 'What opens it?', answers: ['The golden key'], capacity: 100, minimum_users: 2 },
      ...{ starts_at: at(HOUR_MS), end_date: at(2 * HOUR_MS) },
    }),
    changes: [{ prize: 17 }, { prize: 18 }],
    words: { name: 'The old vault' },
    enter: 'POST /api/hurt/heists/pay-entry/{id}',
  },
};

export const subjectSamples = subjectKinds.map((kind) => ({
  kind,
  plural: liveSubjects[kind].plural,
  /** The call of a player who leaves, if there is one. */
  leave: liveSubjects[kind].leaving ? `POST /api${liveSubjects[kind].calls}/leave/{id}` : undefined,
  ...samples[kind],
}));
