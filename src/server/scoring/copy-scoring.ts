import { randomUUIDv7 } from 'node:crypto'
import type { SheetRow, Tx } from '../db/index.ts'
import { withNewIds } from '../sheets/index.ts'
import type { LoadedSheet } from '../sheets/storage/index.ts'
import { findScorecard, makeScorecard, parseSteps } from './scorecards/index.ts'
import { findScore, saveScore } from './scores/index.ts'

/** See `ScoringPort.copy`. Calculations are not copied, so the copy has no baseline. */
export async function copyScoring(
  tx: Tx,
  loaded: LoadedSheet,
  copy: SheetRow,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const card = await findScorecard(tx, loaded.sheet)
  if (card)
    await makeScorecard(
      tx,
      { ...loaded, sheet: copy },
      {
        name: card.name,
        evaluated_column_ids: JSON.parse(withNewIds(card.evaluated_column_ids, ids)),
        steps: parseSteps(withNewIds(card.steps, ids)),
        aggregation: JSON.parse(card.aggregation),
        display_config: card.display_config === null ? null : JSON.parse(card.display_config),
        baseline_config: null,
      },
    )
  const score = await findScore(tx, loaded.sheet)
  if (score)
    await saveScore(tx, {
      ...score,
      sheet: copy.number,
      id: randomUUIDv7(),
      score_config: withNewIds(score.score_config, ids),
      created_at: copy.created_at,
      updated_at: copy.created_at,
    })
}
