import { inOrder, noSubjects } from './bidding.ts';
import type { Plan, PlannedRoom, Step } from './scenario.ts';

/**
 * Joins plans to one, each with its own players and subjects, who are not mixed. Only one of them may have heists: what
 * players answer depends on the heist's place in its plan; and only one may have matches and tasks.
 */
export function sideBySide(plans: readonly Plan[]): Plan {
  if (plans.filter(({ heists }) => heists).length > 1) throw new Error('only one plan may have heists');
  if (plans.filter(({ fixtures, tasks }) => fixtures ?? tasks).length > 1)
    throw new Error('only one plan may have matches and tasks');
  const joined: Plan = {
    users: 0,
    coins: Math.max(...plans.map(({ coins }) => coins)),
    ...noSubjects(),
    heists: plans.flatMap(({ heists = [] }) => heists),
    fixtures: plans.flatMap(({ fixtures = [] }) => fixtures),
    tasks: plans.flatMap(({ tasks = [] }) => tasks),
    walletUsers: [],
    sockets: [],
    steps: [],
  };
  for (const plan of plans) {
    const [users, auctions, contests, sockets] = [
      joined.users,
      joined.auctions.length,
      joined.contests.length,
      joined.sockets.length,
    ];
    const inRooms = (rooms: readonly PlannedRoom[]) =>
      rooms.map((room) =>
        room.replace(/^(auction|contest):#(\d+)/, (_, kind, nth) => {
          const before = kind === 'auction' ? auctions : contests;
          return `${kind}:#${before + Number(nth)}`;
        }),
      );
    joined.users += plan.users;
    joined.auctions.push(...plan.auctions);
    joined.contests.push(...plan.contests);
    for (const { user, auction } of plan.entries)
      joined.entries.push({ user: users + user, auction: auctions + auction });
    for (const { user, contest } of plan.joins)
      joined.joins.push({ user: users + user, contest: contests + contest });
    for (const { user, rooms, opensAtMs } of plan.sockets)
      joined.sockets.push({ user: users + user, rooms: inRooms(rooms), opensAtMs });
    for (const user of plan.walletUsers ?? []) joined.walletUsers?.push(users + user);
    for (const step of plan.steps)
      joined.steps.push({
        ...step,
        ...('user' in step && { user: users + step.user }),
        ...('to' in step && { to: users + step.to }),
        ...('auction' in step && { auction: auctions + step.auction }),
        ...('contest' in step && { contest: contests + step.contest }),
        ...('socket' in step && { socket: sockets + step.socket }),
        ...('rooms' in step && { rooms: inRooms(step.rooms) }),
        ...('page' in step && typeof step.page === 'number' && { page: auctions + step.page }),
      } as Step);
  }
  inOrder(joined.steps);
  return joined;
}
