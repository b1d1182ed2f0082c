/**
 * Returns the number of characters to insert, delete or replace to turn one text into the other, or `most + 1` if it
 * is more than `most`. The work is proportional to the length times `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  const left = [...one];
  const right = [...other];
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let above = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const from = Math.max(1, row - most);
    const upto = Math.min(right.length, row + most);
    const current = new Array<number>(right.length + 1).fill(most + 1);
    current[0] = row;
    let lowest = from === 1 ? row : most + 1;
    for (let at = from; at <= upto; at += 1) {
      const replaced = (above[at - 1] as number) + (left[row - 1] === right[at - 1] ? 0 : 1);
      const cost = Math.min(replaced, (above[at] as number) + 1, (current[at - 1] as number) + 1, most + 1);
      current[at] = cost;
      lowest = Math.min(lowest, cost);
    }
    if (lowest > most) return most + 1;
    above = current;
  }
  return above[right.length] as number;
}
