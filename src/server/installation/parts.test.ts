import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partOf } from './parts.ts'

test('tables belong to named parts', () => {
  const partsOfTables = Object.fromEntries(
    [
      'requests',
      'request_payloads',
      'request_facets',
      'request_words_data',
      'request_hours',
      'spans',
      'sheet_cells',
      'score_calculations',
      'prompts',
      'constructor',
    ].map((table) => [table, partOf(table)]),
  )
  assert.deepEqual(partsOfTables, {
    requests: 'requests',
    request_payloads: 'payloads',
    request_facets: 'search_index',
    request_words_data: 'search_index',
    request_hours: 'requests',
    spans: 'traces',
    sheet_cells: 'sheets',
    score_calculations: 'sheets',
    prompts: 'other',
    constructor: 'other',
  })
})
