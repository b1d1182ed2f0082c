/** Names a row of a feature: what a transfer, a notice or an operator's action is about, e.g. {kind: 'auction', id: '1001'}. */
export interface Subject {
  kind: string;
  id: string;
}
