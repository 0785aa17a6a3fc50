import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRecord } from './decision-index.ts'

describe('the first lines of a decision record', () => {
  test('give its number, title, date and status', () => {
    assert.deepEqual(
      readRecord('0030-jobs.md', '# 30. Jobs\n\nDate: 2026-11-20. Status: superseded by 41.\n'),
      {
        number: '30',
        file: '0030-jobs.md',
        title: 'Jobs',
        date: '2026-11-20',
        status: 'superseded by 41',
      },
    )
  })

  test('are refused without a date, naming the file', () => {
    assert.throws(
      () => readRecord('0030-jobs.md', '# 30. Jobs\n\nStatus: accepted.\n'),
      /0030-jobs\.md must begin/,
    )
  })
})
