/** A number with what it is a number of: "1 row", "1,402 rows". */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`
