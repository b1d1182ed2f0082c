/**
 * Settles like `work`, or after `withinMs` with what `late` returns or throws. The work continues; its later rejection
 * is handled.
 */
export function withDeadline<Value>(
  work: Promise<Value>,
  withinMs: number,
  late: () => Value | Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, withinMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
