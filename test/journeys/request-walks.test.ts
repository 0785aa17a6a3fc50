import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Random } from '../../bench/kept-sets/random.ts'
import { requestOf } from '../../bench/requests/generator.ts'
import { markMasked } from '../../src/engine/masking/index.ts'
import { parseSearch } from '../../src/engine/search/index.ts'
import { createPricer } from '../../src/server/prices/index.ts'
import { finishIndex, recordRequest } from '../../src/server/requests/index.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import type { FoundRequest, Page } from '../../src/server/requests/search/plan-queries.ts'
import type { Search } from '../../src/server/requests/search/search.ts'
import { walkWindows } from '../../src/server/requests/search/walk-windows.ts'
import { walkWords } from '../../src/server/requests/search/walk-words.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'

const workspace = 1 as WorkspaceId
const count = 150
const hour = 3_600_000

/** Requests with a word, in order of their start, with ties. */
interface Stored {
  readonly id: number
  readonly startedAt: number
  readonly words: readonly string[]
}

describe('a walk along words', () => {
  const app = appOfSuite()
  const stored: Stored[] = []
  before(async () => {
    const { store } = app.context
    const random = new Random(5)
    for (let number = 0; number < count; number++) {
      // Ids are far apart, so that an id range has few requests. Six of seven start in the order of their ids.
      const id = 2_000_000 + number * 300 + random.below(200)
      const hours = random.below(7) === 0 ? random.below(count) : number
      const startedAt = 1_700_000_000_000 + hours * hour
      const words = [
        ...(random.below(3) > 0 ? ['quick'] : []),
        ...(random.below(20) === 0 ? ['quicker', 'quaint'] : []),
      ]
      stored.push({ id, startedAt, words })
      const record = requestOf(1, number, count)
      const output = {
        ...record.output,
        messages: [{ role: 'assistant', content: [{ type: 'text', text: words.join(' ') }] }],
      }
      const { statements } = await recordRequest(
        {
          store,
          requestIds: { next: async () => id } as never,
          prices: createPricer(store, Date.now),
          now: () => startedAt,
        },
        workspace,
        markMasked({ ...record, startedAt, endedAt: startedAt + 5, output: output as never }),
      )
      await store.append(statements)
    }
    await finishIndex(store)
  })

  const walk = (search: Search, page: Page): Promise<FoundRequest[]> =>
    search.store.dialect === 'sqlite'
      ? walkWords(search, page)
      : walkWindows(search, page, { scanned: 10, window: 15 })

  for (const q of ['quick', 'quaint', 'quicker', 'quaint quick', 'quiet'])
    for (const order of ['desc', 'asc'] as const)
      it(`finds "${q}" ${order} in the order of start, page by page`, async () => {
        const search = await openSearch(app.context.store, workspace, parseSearch({ q, sort_order: order }))
        const sign = order === 'desc' ? -1 : 1
        const expected = stored
          .filter(({ words }) => q.split(' ').every((begin) => words.some((word) => word.startsWith(begin))))
          .sort((a, b) => sign * (a.startedAt - b.startedAt || a.id - b.id))
          .map(({ id }) => id)
        const ids: number[] = []
        let last: FoundRequest | null = null
        do {
          const page: FoundRequest[] = await walk(search, { after: last, offset: 0, limit: 6 })
          ids.push(...page.map(({ id }) => id))
          last = page.length === 6 ? page.at(-1)! : null
        } while (last)
        assert.deepEqual(ids, expected)
        const behind = await walk(search, { after: null, offset: 4, limit: 20 })
        assert.deepEqual(
          behind.map(({ id }) => id),
          expected.slice(4, 24),
        )
      })
})
