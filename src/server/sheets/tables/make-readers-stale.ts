import { staleAfter } from '../../../engine/sheet/index.ts'
import type { Tx } from '../../db/index.ts'
import type { LoadedSheet } from '../storage/load-sheet.ts'
import { runEffects } from '../storage/run-effects.ts'

/** Makes cells stale in the sheets that mirror this sheet. */
export async function makeReadersStale(tx: Tx, loaded: LoadedSheet) {
  const { sheet, columns, graph } = loaded
  const changes = columns.map(({ id }) => ({ column: id, rows: 'all' as const }))
  const stale = staleAfter(graph, changes).filter((range) => range.sheet !== sheet.id)
  await runEffects(tx, loaded, { stale, reconfigured: [] }, sheet.updated_at)
}
