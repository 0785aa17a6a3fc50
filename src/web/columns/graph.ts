import type { Column } from '../sheets/index.ts'
import { columnNamed, type Reference } from './references.ts'

type Edges = Pick<Column, 'id' | 'title' | 'dependencies'>

/** The columns downstream of a column, in their order. */
export function downstreamOf<C extends Edges>(columns: readonly C[], id: string): readonly C[] {
  const reached = new Set([id])
  let isGrowing = true
  while (isGrowing) {
    isGrowing = false
    for (const column of columns) {
      if (reached.has(column.id) || !column.dependencies.some(({ column_id }) => reached.has(column_id)))
        continue
      reached.add(column.id)
      isGrowing = true
    }
  }
  return columns.filter((column) => column.id !== id && reached.has(column.id))
}

export interface Cycle {
  readonly path: string
  readonly message: string
}

/** The first field that closes a cycle, and a message that names the columns of the cycle. */
export function cycleOf(
  columns: readonly Column[],
  self: Column,
  references: readonly Reference[],
): Cycle | null {
  for (const { path, target } of references) {
    const source = columnNamed(columns, target)
    const cycle = source && pathBetween(columns, source, self.id)
    if (cycle)
      return {
        path,
        message: `Cycle: ${[self, ...cycle].map(({ title }) => title).join(' reads ')}.`,
      }
  }
  return null
}

/** The path from a column along its sources to another, both included; null if there is none. */
function pathBetween(columns: readonly Column[], from: Column, to: string): readonly Column[] | null {
  const visited = new Set<string>()
  const walk = (column: Column): readonly Column[] | null => {
    if (column.id === to) return [column]
    if (visited.has(column.id)) return null
    visited.add(column.id)
    for (const { column_id } of column.dependencies) {
      const next = columns.find(({ id }) => id === column_id)
      const path = next && walk(next)
      if (path) return [column, ...path]
    }
    return null
  }
  return walk(from)
}
