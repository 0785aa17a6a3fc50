import type { Graph } from './graph.ts'
import type { Dependency } from './sheet-column.ts'
import { dependencyKey, referenceKey } from './sources.ts'
import { Titles } from './titles.ts'

/**
 * The column's dependencies without those on deleted columns whose title now belongs to another column of the
 * sheet for which `isIntended` holds. Null if no dependency can be dropped.
 */
export function healedDependencies(
  graph: Graph,
  id: string,
  isIntended: (column: string) => boolean,
): Dependency[] | null {
  const column = graph.find(id)
  // A mirror's source may be in another sheet, so its title cannot be resolved here.
  if (!column || column.kind === 'mirror') return null
  const unresolved = graph.sources(id).flatMap(({ pinned, text, problem }, index) => {
    const reference = column.references[index]
    const isLost = pinned && problem?.kind === 'missing' && text !== null && text !== problem.target
    return isLost && reference ? [reference] : []
  })
  if (unresolved.length === 0) return null
  const titles = new Titles(graph.columns)
  const healed = unresolved.filter(({ target }) => {
    const { column: source } = titles.resolve(target, column)
    return source !== null && source !== id && isIntended(source)
  })
  if (healed.length === 0) return null
  const healedKeys = new Set(healed.map(referenceKey))
  return column.submitted.filter((dependency) => !healedKeys.has(dependencyKey(dependency)))
}
