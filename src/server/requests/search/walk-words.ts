import type { Page } from './plan-queries.ts'
import type { Search } from './search.ts'
import { firstIdQuery, lastIdQuery, type Started, walkQuery } from './walk-words-queries.ts'

/**
 * Finds a page by start time in an index that returns ids in order. Reads a page by id, and then the further ids whose
 * requests may have started earlier; the id ranges bound them.
 */
export async function walkWords(search: Search, { after, offset, limit }: Page): Promise<Started[]> {
  const { runQuery } = search
  const end = offset + limit
  // In a walk by time, the position after which a page starts has a time.
  const startPosition = after as Started | null
  const [first] = startPosition ? await runQuery(firstIdQuery(search, startPosition.value)) : []
  if (first?.id === null) return []
  const start = { from: first?.id ?? null, to: null, after: startPosition, before: null }
  const rows = await runQuery(walkQuery(search, start, 'id', end))
  const latest = rows.at(-1)
  if (rows.length === end && latest) {
    const lastInOrder = inOrder(search, rows).at(-1)!
    const from = latest.id + (search.query.descending ? -1 : 1)
    const [last] = await runQuery(lastIdQuery(search, lastInOrder.value, from))
    const range = { from, to: last!.id, after: startPosition, before: lastInOrder.value }
    if (range.to !== null) rows.push(...(await runQuery(walkQuery(search, range, 'start', end))))
  }
  return inOrder(search, rows).slice(offset, end)
}

function inOrder({ query }: Search, rows: readonly Started[]): Started[] {
  const direction = query.descending ? -1 : 1
  return rows.toSorted((a, b) => direction * (a.value - b.value || a.id - b.id))
}
