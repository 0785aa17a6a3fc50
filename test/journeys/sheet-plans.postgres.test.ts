import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { recordQueries } from './support/recorded-queries.ts'
import { emptySheet } from './support/tables.ts'

describe('plans for cells on PostgreSQL', () => {
  const app = appOfSuite()

  it('read the values of 500 rows as one range of the index, also with deleted rows among them', async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    await sheet.column('count', 'COUNT', { source: 'text', type: 'words' })
    for (let added = 0; added < 600; added += 100)
      await sheet.add(Array.from({ length: 100 }, (_none, index) => ({ [text.id]: `row ${added + index}` })))
    assert.equal((await app.api.delete(`${sheet.path}/rows`, {}, { row_indices: [7] })).status, 200)
    const statements = recordQueries(app.context.store)
    assert.equal((await app.api.get(`${sheet.path}/distributions`)).status, 200)
    const reads = statements.filter(({ sql }) => /"value".* from .*"sheet_cells"/.test(sql))
    assert.ok(reads.length > 0)
    for (const read of reads) {
      const plan = await postgresPlan(app.context.store, read)
      assert.match(plan, /Index Cond: .*row_id >= .*row_id <= /, plan)
      assert.doesNotMatch(plan, /sheet_rows/, plan)
    }
  })
})
