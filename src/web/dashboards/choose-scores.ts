import type { Tile, TileScoreSubject } from '../../contract/index.ts'
import { call } from '../api/index.ts'

/**
 * Gives each score tile of the gallery the most frequent score of its subject: the mean of numbers, or the
 * share of yes or of a category.
 */
export async function chooseScores(tiles: readonly Tile[]): Promise<Tile[]> {
  if (tiles.every(({ score_subject }) => score_subject === null)) return [...tiles]
  const { facets } = await call('readTraceFacets', {
    body: { facets: [{ field: 'score_names' }, { field: 'session_score_names' }], limit: 1 },
  })
  const [traceScore, sessionScore] = facets.map(({ values }) => values[0]?.value)
  const chosen: Record<TileScoreSubject, Partial<Tile>> = {
    trace: await scoreSettings(traceScore, 'trace'),
    session: await scoreSettings(sessionScore, 'session'),
  }
  return tiles.map((tile) => ({ ...tile, ...(tile.score_subject && chosen[tile.score_subject]) }))
}

async function scoreSettings(
  name: string | undefined,
  scoreSubject: TileScoreSubject,
): Promise<Partial<Tile>> {
  if (name === undefined) return {}
  const { customCharts } = await call('readTraceAnalytics', {
    body: {
      customCharts: [{ id: 'values', chartType: 'bar', groupByScoreName: name, scoreSubject, limit: 10 }],
    },
  })
  const values = customCharts[0]!.data.map((row) => String(row['name']))
  if (values.length === 0) return { score_name: name }
  const value = values.includes('yes') ? 'yes' : values[0]!
  return { measure: 'score_share', score_name: name, score_value: value }
}
