import assert from 'node:assert/strict'
import { it } from 'node:test'
import { daysOf } from './days.ts'

it('versions are listed by the local day on which they were saved', () => {
  const at = (year: number, month: number, day: number, hour = 12) => ({
    created_at: new Date(year, month - 1, day, hour).toISOString(),
  })
  const saved = [at(2026, 3, 1, 9), at(2026, 3, 1, 0), at(2026, 2, 28, 23), at(2026, 2, 3), at(2025, 12, 31)]
  assert.deepEqual(
    daysOf(saved, new Date(2026, 2, 1, 10)).map(({ name, versions }) => [name, versions.length]),
    [
      ['Today', 2],
      ['Yesterday', 1],
      ['Tue, Feb 3', 1],
      ['Dec 31, 2025', 1],
    ],
  )
  assert.deepEqual(daysOf([], new Date()), [])
})
