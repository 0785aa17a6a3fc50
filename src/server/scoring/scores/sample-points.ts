import type { Point } from './score-points.ts'

type Scored = Pick<Point, 'score' | 'source'>

/** Selects points of scores and of scorecards separately, because their scales differ. Each kind gets its share of the points. */
export function samplePoints<P extends Scored>(points: readonly P[], limit: number): readonly P[] {
  if (points.length <= limit) return points
  const sources = (['score', 'scorecard'] as const).map((kind) =>
    points.filter(({ source }) => source === kind),
  )
  const [smaller, larger] = sources.toSorted((a, b) => a.length - b.length) as [P[], P[]]
  const share = smaller.length === 0 ? 0 : Math.max(2, Math.floor((limit * smaller.length) / points.length))
  const sample = new Set([...sampleBuckets(smaller, share), ...sampleBuckets(larger, limit - share)])
  return points.filter((point) => sample.has(point))
}

/** Selects the lowest and the highest point of each bucket, in order, so that no peak is lost. */
function sampleBuckets<P extends Scored>(points: readonly P[], limit: number): readonly P[] {
  if (points.length <= limit) return points
  const buckets = Math.floor(limit / 2)
  const sample: P[] = []
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = Math.floor((bucket * points.length) / buckets)
    const to = Math.floor(((bucket + 1) * points.length) / buckets)
    let [lowest, highest] = [from, from]
    for (let index = from; index < to; index++) {
      if (scoreAt(points, index) < scoreAt(points, lowest)) lowest = index
      if (scoreAt(points, index) > scoreAt(points, highest)) highest = index
    }
    for (const at of new Set([Math.min(lowest, highest), Math.max(lowest, highest)])) sample.push(points[at]!)
  }
  return sample
}

/** The score of a point. A calculation without a score counts as the lowest, so that it stays visible. */
const scoreAt = (points: readonly Scored[], index: number): number =>
  points[index]!.score ?? Number.NEGATIVE_INFINITY
