import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch } from '../../../engine/search/index.ts'
import type { LogSearch } from '../search/log-search.ts'
import { CopiedLogSearch } from './copied-log-search.ts'

const page = { after: null, offset: 0, limit: 10 }
const finding = (id: number) =>
  ({ query: parseSearch({}), page: async () => [{ id, value: id }] }) as unknown as LogSearch

const asked = async (plain: LogSearch | null, isUnchanged: boolean) => {
  const searches = { plain, exact: finding(2), isUnchanged: async () => isUnchanged }
  const search = new CopiedLogSearch(
    searches,
    async () => finding(3),
    () => {},
  )
  return (await search.page(page))[0]!.id
}

test('a question is asked again if a batch was begun before its answer', async () => {
  assert.equal(await asked(finding(1), true), 1)
  assert.equal(await asked(finding(1), false), 2)
  assert.equal(await asked(null, true), 2)
})
