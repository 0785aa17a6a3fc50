import type { ScoreType } from '../../../contract/index.ts'
import { facetText } from '../../../engine/search/index.ts'
import type { TraceQuery } from '../list/trace-query.ts'
import type { TraceGroupKind } from './group-queries.ts'
import { type ScoreSumRow, scoreSumsQuery } from './score-sum-queries.ts'

const maxTraces = 10_000
const maxValues = 1_000
const maxCategories = 20

/** Sums the scores of a session or user that has `traceCount` traces. */
export async function sumScores(query: TraceQuery, kind: TraceGroupKind, id: string, traceCount: number) {
  const sums = scoreSumsQuery(query, kind, facetText(id), { traces: maxTraces, limit: maxValues + 1 })
  const rows = await query.runQuery(sums)
  const byScore = Map.groupBy(rows.slice(0, maxValues), ({ subject_type, name, type }) =>
    JSON.stringify([subject_type, name, type]),
  )
  return {
    scores: [...byScore.values()].map(presentSum),
    scores_are_whole: traceCount <= maxTraces && rows.length <= maxValues,
  }
}

function presentSum(rows: readonly ScoreSumRow[]) {
  const { subject_type, name, type } = rows[0]!
  const count = rows.reduce((sum, row) => sum + Number(row.count), 0)
  const mean = rows.reduce((sum, row) => sum + Number(row.sum), 0) / count
  return {
    subject_type: subject_type as 'span' | 'trace' | 'session',
    name,
    type: type as ScoreType,
    count,
    mean: type === 'number' ? mean : null,
    yes_share: type === 'boolean' ? mean : null,
    categories:
      type === 'category'
        ? rows.slice(0, maxCategories).map((row) => ({ value: row.category!, count: Number(row.count) }))
        : [],
  }
}
