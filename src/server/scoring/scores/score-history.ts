import type { Handler } from '../../http/handler.ts'
import { isoTime } from '../../http/iso-time.ts'
import { getSheet } from '../../sheets/storage/index.ts'
import { samplePoints } from './sample-points.ts'
import { pointsOf } from './score-points.ts'
import { selectVersionCounts } from './score-queries.ts'

/** Maximum points, the newest. */
const maxPoints = 100_000

export const readScoreHistory: Handler<'readScoreHistory'> = async ({ store }, { caller, params, query }) => {
  const db = store.scan
  const sheet = await getSheet(db, caller.workspace, params)
  const { range, max_points, resolution } = query
  const limit = range === 'all' ? maxPoints : Number(range.slice('last_'.length))
  const points = (await pointsOf(db, sheet, limit)).reverse()
  const sampledPoints = resolution === 'raw' ? points.slice(-max_points) : samplePoints(points, max_points)
  const versions = await selectVersionCounts(db, sheet)
  let next = 0
  return {
    success: true as const,
    score_history: {
      points: sampledPoints.map((point) => {
        while (next < versions.length && versions[next]!.version_count <= point.revision) next++
        const version = versions[next - 1]
        return {
          calculation_id: point.id,
          source: point.source,
          score: point.score,
          verdict: point.verdict,
          sheet_revision: String(point.revision),
          version_id: version?.id ?? null,
          version_number: version?.number ?? null,
          version_name: version?.name ?? null,
          calculated_at: isoTime(point.at),
        }
      }),
      total_points: points.length,
      returned_points: sampledPoints.length,
      resolution:
        resolution === 'auto'
          ? sampledPoints.length < points.length
            ? 'min_max_bucket'
            : 'raw'
          : resolution,
      range,
      max_points,
      is_sampled: sampledPoints.length < points.length,
    },
  }
}
