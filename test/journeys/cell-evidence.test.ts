import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet } from './support/tables.ts'

describe('a single cell', () => {
  const app = appOfSuite()

  it('has evidence of its value, which lists of rows leave out', async () => {
    const sheet = await emptySheet(app.api)
    const text = await sheet.column('text')
    await sheet.add([{ [text.id]: 'one two three' }])
    const words = await sheet.column('words', 'COUNT', { source: 'text', type: 'words', max_count: 2 })
    const chars = await sheet.column('chars', 'COUNT', { source: 'text' })
    const shown = await sheet.column('shown', 'COMPOSITION', { source: 'words' })
    await untilQuiet(sheet)
    const read = async (column: { id: string }) => {
      const { id } = await sheet.cell(0, column.id)
      return bodyOf(await app.api.get(`${sheet.path}/cells/${id}`)).cell
    }
    const cell = await read(words)
    assert.deepEqual([cell.value, cell.evidence], [{ value: false }, { count: 3 }])
    assert.equal('evidence' in (await sheet.cell(0, words.id)), false)
    for (const column of [text, chars, shown]) assert.equal((await read(column)).evidence, null)

    // A run replaces the evidence of the former value.
    bodyOf(await sheet.write(0, text.id, { value: 'one' }))
    assert.deepEqual((await read(words)).evidence, { count: 3 })
    bodyOf(await app.api.post(`${sheet.path}/operations`, { operation: 'recalculate' }), 202)
    await untilQuiet(sheet)
    assert.deepEqual((await read(words)).evidence, { count: 1 })
  })
})
