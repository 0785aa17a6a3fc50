import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { criticalPath, type TimedSpan } from './critical-path.ts'

const span = (
  span_id: string,
  parent_id: string | null,
  started_at: number,
  ended_at: number | null,
): TimedSpan => ({
  span_id,
  parent_id,
  started_at,
  ended_at,
})

/** Any spans: late, early, without end, with unknown parents, in circles. */
const anySpans = fc
  .array(
    fc.record({
      parent: fc.option(fc.nat(30), { nil: null }),
      start: fc.nat(100),
      length: fc.option(fc.nat(60), { nil: null }),
    }),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map(({ parent, start, length }, index) =>
      span(
        `s${index}`,
        parent === null ? null : `s${parent}`,
        start,
        length === null ? null : start + length,
      ),
    ),
  )

describe('the critical path', () => {
  it('goes through the children that the trace waited for, and their parents between them', () => {
    const parts = criticalPath([
      span('root', null, 0, 100),
      span('fast', 'root', 10, 40),
      span('slow', 'root', 10, 60),
      span('inner', 'slow', 20, 55),
      span('last', 'root', 70, 90),
    ])
    assert.deepEqual(
      parts.map(({ spanId, from, to }) => [spanId, from, to]),
      [
        ['root', 90, 100],
        ['last', 70, 90],
        ['root', 60, 70],
        ['slow', 55, 60],
        ['inner', 20, 55],
        ['slow', 10, 20],
        ['root', 0, 10],
      ],
    )
  })

  it('cuts children at the end of their parents, and takes spans without an end as running', () => {
    const parts = criticalPath([
      span('root', null, 0, 50),
      span('late', 'root', 40, 80),
      span('open', 'late', 45, null),
    ])
    assert.deepEqual(
      parts.map(({ spanId, from, to }) => [spanId, from, to]),
      [
        ['open', 45, 50],
        ['late', 40, 45],
        ['root', 0, 40],
      ],
    )
  })

  it('has parts that follow each other inside their spans, and fills each single root', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const parts = criticalPath(spans)
        const latest = Math.max(...spans.map(({ started_at, ended_at }) => ended_at ?? started_at))
        const byId = new Map(spans.map((span) => [span.span_id, span]))
        let before = Number.POSITIVE_INFINITY
        for (const { spanId, from, to } of parts) {
          const { started_at, ended_at } = byId.get(spanId)!
          assert.ok(from < to && to <= before, 'latest first, without overlap')
          assert.ok(started_at <= from && to <= (ended_at ?? latest), 'inside its span')
          before = from
        }
        const roots = spans.filter(
          ({ parent_id, span_id }) => parent_id === span_id || !byId.has(parent_id ?? ''),
        )
        if (roots.length === 1) {
          const [{ started_at, ended_at }] = roots as [TimedSpan]
          const sum = parts.reduce((total, { from, to }) => total + to - from, 0)
          assert.equal(sum, Math.max(0, (ended_at ?? latest) - started_at))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('takes 100,000 spans in a chain and side by side', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      span(`s${index}`, index ? `s${index - 1}` : null, index, 200_000 - index),
    )
    assert.equal(criticalPath(chain).length, 199_999)
    const flat = Array.from({ length: 100_000 }, (_, index) =>
      span(`s${index}`, index ? 's0' : null, index, index ? index + 1 : 100_000),
    )
    assert.equal(criticalPath(flat).length, 100_000)
  })
})
