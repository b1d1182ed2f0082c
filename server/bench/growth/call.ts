type CallKind = 'player' | 'operator' | 'sweep' | 'poll';

/** An operation whose cost must not grow with the data. */
export interface Call {
  name: string;
  kind: CallKind;
  run: () => Promise<unknown>;
}
