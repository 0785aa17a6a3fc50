/** Calls `next` synchronously if the value is no promise: awaiting would cost a turn for reads that SQLite answers at once. */
export function withValue<T, R>(value: T | Promise<T>, next: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
