/** Goes on at once with what is there already: a promise would cost a read that SQLite answers on the spot a turn. */
export function onceThere<T, R>(value: T | Promise<T>, goOn: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
