import { Pace } from './pace.ts'

/** Items that are sorted or merged between two pauses: about a millisecond. */
const itemsPerPause = 2_000

type Compare<T> = (a: T, b: T) => number

/** As `toSorted`, but yields to other calls: sorting a million items at once blocks the event loop for a second. */
export async function pacedSort<T>(items: readonly T[], compare: Compare<T>): Promise<T[]> {
  const pace = new Pace()
  let runs: T[][] = []
  for (let offset = 0; offset < items.length; offset += itemsPerPause) {
    await pace.pause()
    runs.push(items.slice(offset, offset + itemsPerPause).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let offset = 0; offset < runs.length; offset += 2)
      merged.push(await merge(runs[offset]!, runs[offset + 1] ?? [], compare, pace))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  first: readonly T[],
  second: readonly T[],
  compare: Compare<T>,
  pace: Pace,
): Promise<T[]> {
  const merged: T[] = []
  let [a, b] = [0, 0]
  while (a < first.length || b < second.length) {
    if (merged.length % itemsPerPause === 0) await pace.pause()
    const isFirst = b === second.length || (a < first.length && compare(first[a]!, second[b]!) <= 0)
    merged.push(isFirst ? first[a++]! : second[b++]!)
  }
  return merged
}
