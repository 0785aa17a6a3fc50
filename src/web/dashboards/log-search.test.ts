import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tile } from '../../contract/index.ts'
import type { Filter } from '../requests/values.ts'
import { gallery } from './gallery.ts'
import { errorFilter, logSearch } from './log-search.ts'

const tagged: Filter = { field: 'tags', operator: 'contains', value: 'shop' }
const modelFilter: Filter = { field: 'engine', operator: 'is', value: 'gpt-4o' }
const tile = (change: Partial<Tile>): Tile => ({ ...gallery[0]!.tiles[0]!, ...change })

test('the log shows the requests of a tile: filters of the dashboard, of the tile, and failures', () => {
  const filter_group = { logic: 'AND', filters: [tagged] } as unknown as Tile['filter_group']
  assert.deepEqual(
    logSearch(tile({ measure: 'errors', filter_group }), { range: '7d', filters: [modelFilter] }),
    {
      range: '7d',
      filters: [modelFilter, tagged, errorFilter],
    },
  )
  assert.deepEqual(logSearch(tile({}), { range: '7d' }, [modelFilter]), {
    range: '7d',
    filters: [modelFilter],
  })
})

test('filters that the log cannot combine are left out', () => {
  const filter_group = { logic: 'OR', filters: [tagged, modelFilter] } as unknown as Tile['filter_group']
  assert.deepEqual(logSearch(tile({ filter_group }), {}), { filters: [] })
})
