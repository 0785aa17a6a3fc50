import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { latencyPercentile, percentileOf } from './histogram.ts'
import { type Bucketing, bucketOf, dateLabelOf, dateOf, holdsWholeHours } from './interval.ts'
import { intervalFor } from './interval-widths.ts'
import { bucketError, latencyBucket } from './latency-bucket.ts'
import { offsetsOf } from './zone.ts'

const hour = 3_600_000
const day = 24 * hour
const year = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)] as const

const days = (zone: string | null): Bucketing => ({
  interval: intervalFor(90 * day),
  offsets: offsetsOf(zone, ...year),
})
const dateAt = (bucketing: Bucketing, time: number) => dateOf(bucketing, bucketOf(bucketing, time))

describe('buckets', () => {
  it('have a readable width', () => {
    for (const [span, name] of [
      [0, 'second'],
      [hour, 'minute'],
      [4 * day, 'hour'],
      [90 * day, 'day'],
      [365 * day, 'day'],
      [800 * day, 'week'],
      [9_000 * 366 * day, '3650 days'],
    ] as const)
      assert.equal(intervalFor(span).name, name, String(span))
  })

  it('of days begin at midnight of their time zone, in summer and in winter', () => {
    const berlin = days('Europe/Berlin')
    assert.equal(dateAt(berlin, Date.UTC(2026, 0, 1, 22, 59)), '2026-01-01')
    assert.equal(dateAt(berlin, Date.UTC(2026, 0, 1, 23)), '2026-01-02')
    assert.equal(dateAt(berlin, Date.UTC(2026, 6, 1, 21, 59)), '2026-07-01')
    assert.equal(dateAt(berlin, Date.UTC(2026, 6, 1, 22)), '2026-07-02')
    assert.equal(dateAt(days('Asia/Kolkata'), Date.UTC(2026, 0, 1, 18, 30)), '2026-01-02')
    assert.deepEqual(
      ['UTC', 'Europe/Berlin', 'Asia/Kolkata'].map((zone) => holdsWholeHours(days(zone))),
      [true, true, false],
    )
  })

  it('match the days of the time zone', () => {
    const zones = [
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tehran',
      'America/Sao_Paulo',
      'Pacific/Apia',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: year[0], max: year[1] }), (zone, time) => {
        const formatted = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time)
        assert.equal(dateAt(days(zone), time), formatted)
      }),
    )
  })

  it('of weeks begin on Mondays', () => {
    const weeks: Bucketing = { interval: intervalFor(800 * day), offsets: offsetsOf(null, 0, 0) }
    assert.equal(dateAt(weeks, Date.UTC(2026, 10, 22)), '2026-11-16')
    assert.equal(dateAt(weeks, Date.UTC(2026, 10, 23)), '2026-11-23')
    assert.equal(dateLabelOf(weeks, bucketOf(weeks, Date.UTC(2026, 10, 23))), 'Nov 23')
  })

  it('of hours follow clock changes, with distinct labels', () => {
    const from = Date.UTC(2026, 9, 24, 22)
    const berlin: Bucketing = {
      interval: intervalFor(4 * day),
      offsets: offsetsOf('Europe/Berlin', from, from + day),
    }
    const dates = Array.from({ length: 5 }, (_, index) => dateAt(berlin, from + (index + 1) * hour + 1))
    assert.deepEqual(dates, [
      '2026-10-25T01:00:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00',
      '2026-10-25T04:00:00',
    ])
    assert.equal(dateLabelOf(berlin, bucketOf(berlin, from + 3 * hour)), '02:00')
  })

  it('refuse an unknown time zone', () => {
    assert.throws(() => offsetsOf('Mars/Olympus', 0, day), /time_zone/)
    assert.throws(() => offsetsOf('__proto__', 0, day), /time_zone/)
  })
})

describe('percentiles of latency', () => {
  it('are within the stated error, and never outside the least and the greatest latency', () => {
    const latency = fc.oneof(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.double({ min: 900, max: 1100, noNaN: true }),
      fc.constantFrom(0, 1000),
    )
    fc.assert(
      fc.property(
        fc.array(latency, { minLength: 1 }),
        fc.integer({ min: 0, max: 100 }),
        (latencies, percent) => {
          const buckets = Map.groupBy(latencies, latencyBucket)
          const histogram = new Map(
            [...buckets].map(([bucket, own]) => {
              const sum = own.reduce((all, one) => all + one, 0)
              return [bucket, { count: own.length, sum }]
            }),
          )
          const exact = percentileOf(latencies, percent)!
          const estimate = latencyPercentile(histogram, percent)!
          assert.ok(
            Math.abs(estimate - exact) <= Math.max(1, bucketError * exact),
            `${estimate} for ${exact}`,
          )
          assert.ok(estimate >= Math.min(...latencies) - 1e-6, `${estimate} is under the least`)
          assert.ok(
            estimate <= Math.max(...latencies) * (1 + 1e-12) + 1e-6,
            `${estimate} is over the greatest`,
          )
        },
      ),
    )
  })

  it('are null without latencies', () => assert.equal(latencyPercentile(new Map(), 95), null))
})
