import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../db/index.ts'
import type { LoadedSheet } from '../sheets/storage/index.ts'
import { SheetCache } from './sheet-cache.ts'

const loaded = (version_count: number, row_count = 10) => {
  const sheet = { workspace_id: 1, number: 7, version_count, row_count }
  return { sheet, sheets: new Map([['7', sheet]]) } as unknown as LoadedSheet
}

describe('results of a sheet', () => {
  const store = {} as Store

  it('are computed once for each version, by callers at once too', async () => {
    const cache = new SheetCache<number>()
    let computed = 0
    const read = (sheet: LoadedSheet, variant = '') =>
      cache.read(store, sheet, variant, async () => ++computed)
    const together = await Promise.all([read(loaded(1)), read(loaded(1)), read(loaded(1))])
    assert.deepEqual(
      together.map(({ result }) => result),
      [1, 1, 1],
    )
    assert.deepEqual(await read(loaded(1)), { result: 1, isOld: false })
    assert.deepEqual(await read(loaded(2)), { result: 2, isOld: false })
    assert.deepEqual(await read(loaded(2), 'other steps'), { result: 3, isOld: false })
  })

  it('are computed again after an error', async () => {
    const cache = new SheetCache<number>()
    const failing = () => Promise.reject(new Error('no storage'))
    await assert.rejects(cache.read(store, loaded(1), '', failing), /no storage/)
    assert.equal((await cache.read(store, loaded(1), '', async () => 5)).result, 5)
  })

  it('of large sheets that change are older ones for a time, if such a result may be old', async () => {
    const cache = new SheetCache<string>((result) => result === 'stale')
    const read = (version: number, result: string) =>
      cache.read(store, loaded(version, 10_000), '', async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return result
      })
    assert.equal((await read(1, 'stale')).result, 'stale')
    assert.deepEqual(await read(2, 'fresh'), { result: 'stale', isOld: true })
    const other = new SheetCache<string>((result) => result === 'stale')
    const readOther = (version: number, result: string) =>
      other.read(store, loaded(version, 10_000), '', async () => result)
    assert.equal((await readOther(1, 'fresh')).result, 'fresh')
    assert.deepEqual(await readOther(2, 'stale'), { result: 'stale', isOld: false })
  })
})
