import { healedDependencies } from '../../../engine/sheet/index.ts'
import type { Tx } from '../../db/index.ts'
import { type LoadedSheet, withColumnsChanged } from '../storage/load-sheet.ts'
import { saveColumn } from './save-columns.ts'

export interface HealedReaders {
  readonly after: LoadedSheet
  /** Ids of the columns whose source changed. */
  readonly healed: readonly string[]
}

/**
 * Connects columns whose source was deleted to a column with the same title. `titledIds` are the columns that this
 * change created or renamed; only they can be the new source.
 */
export function healReaders(after: LoadedSheet, titledIds: readonly string[]): HealedReaders {
  const healed = new Map(
    after.columns.flatMap((column) => {
      const dependencies = healedDependencies(after.graph, column.id, (name) => titledIds.includes(name))
      return dependencies ? [[column.id, { ...column, dependencies: JSON.stringify(dependencies) }]] : []
    }),
  )
  if (healed.size === 0) return { after, healed: [] }
  return {
    after: withColumnsChanged(after, (columns) => columns.map((column) => healed.get(column.id) ?? column)),
    healed: [...healed.keys()],
  }
}

/** Stores the columns that got another source, with the id of that source. */
export async function saveHealed(tx: Tx, { after, healed }: HealedReaders, before: LoadedSheet) {
  for (const id of healed) await saveColumn(tx, after, id, before.byId.get(id)!)
}
