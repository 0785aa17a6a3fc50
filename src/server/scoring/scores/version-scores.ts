import type { Database, SheetRow, SheetVersionRow } from '../../db/index.ts'
import { isoTime } from '../../http/iso-time.ts'
import type { VersionScore } from '../../sheets/index.ts'
import { type Point, pointsOf } from './score-points.ts'
import { findScore, selectVersionCounts } from './score-queries.ts'

/** Maximum calculations that are read, newest first. */
const maxPoints = 10_000

/**
 * The score of each version: the last score that was calculated before the next version. If the sheet has both scores
 * and scorecards, the source of the sheet's present score takes precedence.
 */
export async function scoresOfVersions(
  db: Database,
  sheet: SheetRow,
  versions: readonly SheetVersionRow[],
): Promise<ReadonlyMap<number, VersionScore>> {
  if (versions.length === 0) return new Map()
  const [points, sheetVersions, configured] = await Promise.all([
    pointsOf(db, sheet, maxPoints),
    selectVersionCounts(db, sheet),
    findScore(db, sheet),
  ])
  const preferredSource: Point['source'] = configured ? 'score' : 'scorecard'
  const next = new Map(
    sheetVersions.map(({ number }, index) => [number, sheetVersions[index + 1]?.version_count ?? Infinity]),
  )
  return new Map(
    versions.map((version): [number, VersionScore] => {
      const { number, version_count: from, created_at } = version
      const to = next.get(number) ?? Infinity
      const calculated = points.filter(({ revision }) => from <= revision && revision < to)
      const point = calculated.find(({ source }) => source === preferredSource) ?? calculated[0]
      // Without a calculation, the configuration of a version is known only if it has not changed since the version.
      const unchanged = configured && configured.updated_at <= created_at ? configured : null
      const configuration = point ? point.configuration : unchanged
      return [
        number,
        {
          score: point ? presentPoint(point) : {},
          score_configuration: configuration && {
            score_type: configuration.score_type,
            score_config: JSON.parse(configuration.score_config),
          },
        },
      ]
    }),
  )
}

const presentPoint = ({ id, source, score, verdict, revision, at }: Point): Record<string, unknown> => ({
  calculation_id: id,
  source,
  overall_score: score,
  verdict,
  sheet_revision: String(revision),
  calculated_at: isoTime(at),
})
