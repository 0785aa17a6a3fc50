import type { Search } from './open-search.ts'
import type { Page } from './plan-queries.ts'
import { firstIdQuery, lastIdQuery, type Started, walkQuery } from './walk-words-queries.ts'

/**
 * A page of the requests with all words in the order of their start, where the index gives them in the order of
 * their ids. First come as many as are wanted; then those further along that could still start before the last of
 * them, which the stretches of ids tell.
 */
export async function walkWords(search: Search, { after, offset, limit }: Page): Promise<Started[]> {
  const { ask } = search
  const wanted = offset + limit
  // The cursor of a walk by time holds a time.
  const behind = after as Started | null
  const [first] = behind ? await ask(firstIdQuery(search, behind.value)) : []
  if (first?.id === null) return []
  const start = { from: first?.id ?? null, to: null, after: behind, before: null }
  const found = await ask(walkQuery(search, start, 'id', wanted))
  const latest = found.at(-1)
  if (found.length === wanted && latest) {
    const worst = inOrder(search, found).at(-1)!
    const from = latest.id + (search.query.descending ? -1 : 1)
    const [last] = await ask(lastIdQuery(search, worst.value, from))
    const rest = { from, to: last!.id, after: behind, before: worst.value }
    if (rest.to !== null) found.push(...(await ask(walkQuery(search, rest, 'start', wanted))))
  }
  return inOrder(search, found).slice(offset, wanted)
}

function inOrder({ query }: Search, found: readonly Started[]): Started[] {
  const direction = query.descending ? -1 : 1
  return found.toSorted((a, b) => direction * (a.value - b.value || a.id - b.id))
}
