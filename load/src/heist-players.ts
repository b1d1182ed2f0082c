import { ROOM_JOIN, vaultRoom } from '@copup/shared/room-names.ts';
import type { RoomJoinAck } from '@copup/shared/rooms.ts';
import { buyTicket, submitAnswer } from '@copup/testkit/heist-player.ts';
import type { Player } from '@copup/testkit/players.ts';
import { codeOfOutcome } from './contest-players.ts';
import { findQuestion, hasAnswer } from './heist-texts.ts';
import type { RunHeist } from './messages.ts';
import { nowMs, type RoomSocket, type SocketEvents } from './room-socket.ts';
import type { HeistStep } from './scenarios/scenario.ts';
import type { TickCounter } from './tick-counter.ts';

/** Clocks of the processes of one machine differ by less than this. */
const CLOCK_TOLERANCE_MS = 10;

const lists = ['heists/available', 'heists-on-hold', 'heists-waiting', 'heists-started', 'heists/completed'];
const pages = (id: number) => ({
  heist: [`/hurt/heist/${id}`],
  participants: [`/hurt/heists/${id}/participants`],
  lists: lists.map((list) => `/hurt/${list}`),
  // Refused before the end.
  result: [`/hurt/heist/winner/${id}`],
});

export interface HeistPlayersParts {
  heists: readonly RunHeist[];
  player: (user: number) => Player;
  /** Undefined for a user without a socket. */
  socketOf: (user: number) => RoomSocket | undefined;
  counter: TickCounter;
}

/**
 * A worker's players in heists. Each message and reply that a player receives is searched for the questions and answers:
 * before the start, and for a player without a ticket, none may contain one (H3).
 */
export class HeistPlayers {
  readonly #parts: HeistPlayersParts;
  /** Tickets that players may have: their first purchase is under way, or no reply came. */
  readonly #mayHave = new Set<string>();
  /** Tickets that players have. When the first purchase is refused in an overload, a second one may succeed. */
  readonly #tickets = new Set<string>();
  readonly #received = new Set<string>();

  constructor(parts: HeistPlayersParts) {
    this.#parts = parts;
  }

  /** Returns the events of a user's socket. */
  eventsOf(user: number): SocketEvents {
    const { counter, heists } = this.#parts;
    if (heists.length === 0) return counter;
    return {
      message: (...received) => counter.message(...received),
      updated: (...update) => counter.updated(...update),
      joined: (...joined) => counter.joined(...joined),
      failed: (...failed) => counter.failed(...failed),
      changed: (...changed) => counter.changed(...changed),
      read: (text, atMs) => this.#search(user, text, atMs, 'a frame'),
    };
  }

  /** Latency counts from `plannedAtMs`. */
  async do(step: HeistStep, plannedAtMs: number): Promise<void> {
    const { id } = this.#heist(step.heist);
    const player = this.#parts.player(step.user);
    if (step.do === 'look') return this.#look(step, player);
    const isTicket = step.do === 'ticket';
    const name = nameOf(step.heist, step.user);
    const isNew = isTicket && !this.#mayHaveTicket(name);
    if (isNew) this.#mayHave.add(name);
    const outcome = isTicket ? await buyTicket(player, id) : await submitAnswer(player, id, step.text);
    this.#search(step.user, JSON.stringify(outcome.reply ?? ''), nowMs(), `the reply to a ${step.do}`);
    this.#parts.counter.bid(codeOfOutcome(outcome), nowMs() - plannedAtMs, player.server);
    if (isNew && outcome.type === 'fail') this.#mayHave.delete(name);
    if (isTicket && outcome.type === 'ok') this.#noteTicket(step, name);
  }

  #noteTicket({ heist, user }: HeistStep, name: string): void {
    if (this.#tickets.has(name)) return;
    this.#tickets.add(name);
    const socket = this.#parts.socketOf(user);
    socket?.watch([...socket.rooms, vaultRoom(this.#heist(heist).id)], nowMs());
  }

  #mayHaveTicket(name: string): boolean {
    return this.#tickets.has(name) || this.#mayHave.has(name);
  }

  async #look({ user, heist, page }: HeistStep & { do: 'look' }, player: Player): Promise<void> {
    const { id } = this.#heist(heist);
    if (page === 'vault') return this.#tryVault(user, heist);
    for (const path of pages(id)[page]) {
      const reply = await player.read<unknown>(path).catch((error: Error) => error.message);
      this.#search(user, JSON.stringify(reply), nowMs(), path);
    }
  }

  /** A player without a ticket must not be able to watch the vault. */
  async #tryVault(user: number, heist: number): Promise<void> {
    const mayWatch = () => this.#mayHaveTicket(nameOf(heist, user));
    if (mayWatch()) return;
    const rooms = [vaultRoom(this.#heist(heist).id)];
    const ack = await this.#parts
      .socketOf(user)
      ?.request(ROOM_JOIN, { rooms })
      .catch(() => undefined);
    if ((ack as RoomJoinAck | undefined)?.rooms.some(({ ok }) => ok) && !mayWatch())
      this.#parts.counter.leaked(`player ${user} watches vault ${heist} without a ticket`);
  }

  #search(user: number, text: string, atMs: number, where: string): void {
    const { counter, heists, player } = this.#parts;
    // Replies to a player's own answer do not repeat it; reads of the heist do, for a player who has answered.
    const others = text.replace(/"answered":true,"own_answer":"(?:[^"\\]|\\.)*"/, '');
    const open = heists.find(({ endsAtMs }) => atMs < endsAtMs - CLOCK_TOLERANCE_MS);
    if (open && hasAnswer(others)) counter.leaked(`${where} for player ${user} has an answer before the end`);
    const at = findQuestion(text);
    const heist = at === undefined ? undefined : heists[at];
    if (at === undefined || !heist) return;
    const afterMs = atMs - heist.startsAtMs;
    const name = nameOf(at, user);
    if (afterMs < -CLOCK_TOLERANCE_MS)
      counter.leaked(`${where} has the question of heist ${at} ${Math.round(-afterMs)} ms before its start`);
    // A completed heist shows its question to all.
    const isPublic = atMs >= heist.endsAtMs - CLOCK_TOLERANCE_MS;
    if (!isPublic && !this.#mayHaveTicket(name))
      counter.leaked(`${where} has the question of heist ${at} for player ${user} without a ticket`);
    if (where !== 'a frame' || this.#received.has(name)) return;
    this.#received.add(name);
    counter.received({ heistId: heist.id, userId: player(user).userId, afterMs });
  }

  #heist(at: number): RunHeist {
    const heist = this.#parts.heists[at];
    if (!heist) throw new Error(`no heist ${at}`);
    return heist;
  }
}

const nameOf = (heist: number, user: number) => `${heist} ${user}`;
