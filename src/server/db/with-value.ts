/** Calls `next` synchronously unless the value is a promise. SQLite's reads return values, and awaiting costs a turn. */
export function withValue<T, R>(value: T | Promise<T>, next: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
