import { healedDependencies } from '../../../engine/sheet/index.ts'
import type { Tx } from '../../db/index.ts'
import { type LoadedSheet, withColumnsChanged } from '../storage/load-sheet.ts'
import { saveColumn } from './save-columns.ts'

export interface HealedReaders {
  readonly after: LoadedSheet
  /** Ids of the columns whose source has changed. */
  readonly healed: readonly string[]
}

/**
 * Reconnects columns with a deleted source to a column of the same title, among those that the change created or renamed
 * (`titled`).
 */
export function healReaders(after: LoadedSheet, titled: readonly string[]): HealedReaders {
  const healed = new Map(
    after.columns.flatMap((column) => {
      const dependencies = healedDependencies(after.graph, column.id, (name) => titled.includes(name))
      return dependencies ? [[column.id, { ...column, dependencies: JSON.stringify(dependencies) }]] : []
    }),
  )
  if (healed.size === 0) return { after, healed: [] }
  return {
    after: withColumnsChanged(after, (columns) => columns.map((column) => healed.get(column.id) ?? column)),
    healed: [...healed.keys()],
  }
}

/** Stores healed columns with the ids of their new sources. */
export async function saveHealed(tx: Tx, { after, healed }: HealedReaders, before: LoadedSheet) {
  for (const id of healed) await saveColumn(tx, after, id, before.byId.get(id)!)
}
