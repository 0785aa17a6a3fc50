import { randomUUIDv7 } from 'node:crypto'
import { readSentScore, type SentScore } from '../../../engine/sheet/index.ts'
import type { SheetScoreRow, Tx } from '../../db/index.ts'
import { nameOf } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { type LoadedSheet, loadForChange, saveVersionOf } from '../../sheets/storage/index.ts'
import { storedConfig } from './score-config.ts'
import { findScore, saveScore } from './score-queries.ts'

export const configureSheetScore: Handler<'configureSheetScore'> = async (
  { store, now },
  { caller, params, body },
) =>
  store.transact(async (tx) => {
    const loaded = await loadForChange(tx, caller.workspace, params, now())
    const { sheet } = loaded
    const scoreInput = { ...body, code_language: body.code == null ? null : body.code_language }
    const row = await saveScoreConfiguration(tx, loaded, scoreInput)
    await saveVersionOf(tx, loaded, { reason: 'score_configured' }, nameOf(caller.actor))
    return {
      success: true as const,
      message: 'The score is configured; it has to be calculated.',
      score_configuration_id: row.id,
      status: null,
      requires_recalculation: true,
      version: sheet.version_count,
    }
  })

/** Creates or replaces the sheet's score configuration. @throws Refusal if it does not suit the columns. */
export async function saveScoreConfiguration(
  tx: Tx,
  { sheet, columns }: Pick<LoadedSheet, 'sheet' | 'columns'>,
  sent: SentScore,
): Promise<SheetScoreRow> {
  const { score_type, score_config } = storedConfig(readSentScore(sent, columns), sent)
  const storedScore = await findScore(tx, sheet)
  const row: SheetScoreRow = {
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    id: storedScore?.id ?? randomUUIDv7(),
    score_type,
    score_config: JSON.stringify(score_config),
    created_at: storedScore?.created_at ?? sheet.updated_at,
    updated_at: sheet.updated_at,
  }
  await saveScore(tx, row)
  return row
}
