import { Refusal } from '../../engine/refusal.ts'

/** Does the work for all items. If the work refuses because they are too large, each half is tried. */
export async function inParts<T, R>(
  items: readonly T[],
  work: (part: readonly T[]) => Promise<R>,
): Promise<R[]> {
  try {
    return [await work(items)]
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.code === 'too_large'
    if (!isTooLarge || items.length < 2) throw error
    const middle = Math.ceil(items.length / 2)
    const first = await inParts(items.slice(0, middle), work)
    return [...first, ...(await inParts(items.slice(middle), work))]
  }
}
