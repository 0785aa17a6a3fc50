/** A time of a row as the wire has it. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
