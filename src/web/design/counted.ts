/** A number with its noun: "1 row", "1,402 rows". */
export const counted = (count: number, singular: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : `${singular}s`}`
