import { baseOf, encodeDelta, type RoomContent, withSeen } from '@copup/shared/room-deltas.ts';
import { ROOM_STATE } from '@copup/shared/room-names.ts';
import type { EncodedPacket } from './room-adapter.ts';
import type { RoomView } from './room-view.ts';

let lastNumber = 0;

/** One update of a view, as its members receive it: the full state, or a delta. Each is encoded when first needed, once. */
export class RoomFrames {
  readonly #roomView: RoomView;
  readonly #content: RoomContent;
  readonly #encode: (event: unknown[]) => EncodedPacket;
  #full: EncodedPacket | undefined;
  #delta: { packet: EncodedPacket; event: (seen?: number) => unknown[] } | undefined;

  constructor(roomView: RoomView, content: RoomContent, encode: (event: unknown[]) => EncodedPacket) {
    this.#roomView = roomView;
    this.#content = content;
    this.#encode = encode;
  }

  /** Returns the packet for a member; `seen` is the number that it acknowledges. */
  for(hasDeltas: boolean, seen: number | undefined): EncodedPacket {
    if (hasDeltas && this.#roomView.localRoom.kind.hasFigures !== false) {
      this.#delta ??= this.#follow();
      return seen === undefined ? this.#delta.packet : this.#encode(this.#delta.event(seen));
    }
    if (seen !== undefined) return this.#encode(this.#fullEvent({ seen }));
    this.#full ??= this.#encode(this.#fullEvent());
    return this.#full;
  }

  #fullEvent(more: object = {}): unknown[] {
    return [ROOM_STATE, { room: this.#roomView.name, ...this.#content, ...more }];
  }

  #follow() {
    const before = this.#roomView.base;
    const encoded = before && encodeDelta(before, this.#content);
    const base = encoded?.base ?? baseOf(this.#content, before?.number ?? lastNumber + 1, before);
    if (base && !before) lastNumber = base.number;
    this.#roomView.base = base;
    const event = (seen?: number) => {
      if (!base || !encoded) return this.#fullEvent({ base, seen });
      const { delta } = encoded;
      return [base.number, ...(seen === undefined ? delta : withSeen(base, delta, seen))];
    };
    return { packet: this.#encode(event()), event };
  }
}
