/**
 * Buckets as a range of times for an address: from the start of the first to the last millisecond of the last.
 */
export const timesOf = (from: number, to: number): [string, string] => [iso(from * 1000), iso(to * 1000 - 1)]

const iso = (milliseconds: number): string => new Date(Math.round(milliseconds)).toISOString()
