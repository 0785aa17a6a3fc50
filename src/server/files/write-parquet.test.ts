import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeParquet } from './index.ts'

test('equal rows make equal files', async () => {
  const rows = Array.from({ length: 700 }, (_, index) => [`${index} ${'x'.repeat(8_000)}`, index])
  const columns = [
    { title: 'text', kind: 'text' },
    { title: 'number', kind: 'integer' },
  ] as const
  const fileOf = async (pageLength: number) => {
    const pages = (async function* () {
      for (let from = 0; from < rows.length; from += pageLength) yield rows.slice(from, from + pageLength)
    })()
    const parts: Buffer[] = []
    for await (const part of writeParquet(columns, pages)) parts.push(part)
    return Buffer.concat(parts)
  }
  const whole = await fileOf(700)
  for (const pageLength of [1, 33, 500]) assert.ok((await fileOf(pageLength)).equals(whole), `${pageLength}`)
})
