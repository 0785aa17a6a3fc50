export const exportIntervals = ['hour', 'day'] as const
export type ExportInterval = (typeof exportIntervals)[number]

const lengths: Readonly<Record<ExportInterval, number>> = { hour: 3_600_000, day: 86_400_000 }

/**
 * Milliseconds from the end of a window to its export, because some requests are stored later than they
 * arrive.
 */
const exportDelay = 5 * 60_000

/**
 * Requests that arrived before this time are due for export: the end of an hour or day of UTC, in
 * milliseconds.
 */
export const dueUntil = (interval: ExportInterval, now: number): number => {
  const storedUntil = now - exportDelay
  return storedUntil - (storedUntil % lengths[interval])
}

/** The time, in milliseconds, at which the next window is due. */
export const nextExport = (interval: ExportInterval, now: number): number =>
  dueUntil(interval, now) + lengths[interval] + exportDelay

/** The end of the hour of an arrival, for exports by day too: no object has requests of two hours. */
export const windowEnd = (arrivedAt: number): number => arrivedAt - (arrivedAt % lengths.hour) + lengths.hour

/** The folder of an hour, named so that query engines read it as partitions: `date=2026-11-28/hour=02`. */
export function objectFolder(arrivedAt: number): string {
  const [date, time] = new Date(arrivedAt).toISOString().split('T') as [string, string]
  return `date=${date}/hour=${time.slice(0, 2)}`
}
