import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dueUntil, exportIntervals, nextExport, objectFolder, windowEnd } from './index.ts'

const at = (text: string): number => Date.parse(text)

test('an hour is due five minutes after it, a day five minutes after midnight', () => {
  assert.equal(dueUntil('hour', at('2026-11-28T02:04:59Z')), at('2026-11-28T01:00:00Z'))
  assert.equal(dueUntil('hour', at('2026-11-28T02:05:00Z')), at('2026-11-28T02:00:00Z'))
  assert.equal(dueUntil('day', at('2026-11-28T00:04:00Z')), at('2026-11-27T00:00:00Z'))
  assert.equal(dueUntil('day', at('2026-11-28T23:00:00Z')), at('2026-11-28T00:00:00Z'))
  assert.equal(nextExport('hour', at('2026-11-28T02:04:59Z')), at('2026-11-28T02:05:00Z'))
  assert.equal(nextExport('day', at('2026-11-28T12:00:00Z')), at('2026-11-29T00:05:00Z'))
})

test('the next window is due at its time and not earlier', () => {
  const times = fc.date({ min: new Date(0), max: new Date(9e12), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...exportIntervals), times, (every, time) => {
      const now = time.getTime()
      const next = nextExport(every, now)
      assert.ok(next > now && dueUntil(every, next) > dueUntil(every, now))
      assert.equal(dueUntil(every, next - 1), dueUntil(every, now))
    }),
  )
})

test('an object lies in the folder of the hour of its arrivals', () => {
  const arrived = at('2026-11-28T02:59:59.999Z')
  assert.equal(objectFolder(arrived), 'date=2026-11-28/hour=02')
  assert.equal(windowEnd(arrived), at('2026-11-28T03:00:00Z'))
  assert.equal(windowEnd(windowEnd(arrived)), at('2026-11-28T04:00:00Z'))
})
