import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoment } from '../engine/moment.ts'
import { Moment } from './moment.ts'

// Times without a zone are UTC in any time zone of the machine.
process.env['TZ'] = 'Asia/Kolkata'

const noon = Date.UTC(2026, 10, 20, 12)

const accepted: readonly [unknown, number][] = [
  ['2026-11-20T12:00:00Z', noon],
  ['2026-11-20t12:00:00z', noon],
  ['2026-11-20T12:00:00', noon],
  ['2026-11-20 12:00:00', noon],
  ['2026-11-20T12:00', noon],
  ['2026-11-20T13:00:00+01:00', noon],
  ['2026-11-20 13:00:00 +0100', noon],
  ['2026-11-20 13:00:00.000+01', noon],
  ['2026-11-20T02:30-09:30', noon],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
  ['2026-12-31T23:00:00Z', Date.UTC(2026, 11, 31, 23)],
  ['2026-11-20T12:00:00.123456Z', noon + 123],
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  [noon / 1000, noon],
  [noon, noon],
  [1795168800.5, 1795168800500],
  [0, 0],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  [253_402_300_799_999, 253_402_300_799_999],
]
for (const [value, milliseconds] of accepted)
  test(`${JSON.stringify(value)} is a moment`, () => assert.equal(readMoment(value), milliseconds))

const refused: readonly unknown[] = [
  ...['', 'yesterday', '1', '2026', '2026-13-01', '2026-11-20T25:00:00Z', '2026-11-20T12:00:00+99:99'],
  ...[
    '+300000-01-01T00:00:00Z',
    '300000-01-01',
    '1969-12-31T23:59:59Z',
    ' 2026-11-20',
    '2026-11-20T12:00:00Z\n',
  ],
  ...[
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-04-31',
    '2026-11-00',
    '2026-00-31',
    '2026-11-20-10',
    '2026-11-20 +01',
  ],
  ...[-1, Number.NaN, Number.POSITIVE_INFINITY, 253_402_300_800_000, 1e300, null, undefined, true, {}, []],
]
for (const value of refused)
  test(`${typeof value} ${String(value)} is no moment`, () => {
    assert.equal(readMoment(value), undefined)
    assert.ok(!Moment.safeParse(value).success)
  })
