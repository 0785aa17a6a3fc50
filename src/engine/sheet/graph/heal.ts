import type { Graph } from './graph.ts'
import type { Dependency } from './sheet-column.ts'
import { placeOfDependency, placeOfReference } from './sources.ts'
import { Titles } from './titles.ts'

/**
 * The column's dependencies without those on columns that are gone, where the config's title means another column of
 * the sheet now for which `isMeant` holds. Null when there is none of them.
 */
export function healedDependencies(
  graph: Graph,
  id: string,
  isMeant: (column: string) => boolean,
): Dependency[] | null {
  const column = graph.find(id)
  // A mirror's source may stand in another sheet: which column its title means is not known here.
  if (!column || column.kind === 'mirror') return null
  const lost = graph.sources(id).flatMap(({ pinned, called, problem }, at) => {
    const reference = column.references[at]
    const isLost = pinned && problem?.kind === 'missing' && called !== null && called !== problem.target
    return isLost && reference ? [reference] : []
  })
  if (lost.length === 0) return null
  const titles = new Titles(graph.columns)
  const healed = lost.filter(({ target }) => {
    const { column: found } = titles.resolve(target, column)
    return found !== null && found !== id && isMeant(found)
  })
  if (healed.length === 0) return null
  const places = new Set(healed.map(placeOfReference))
  return column.submitted.filter((dependency) => !places.has(placeOfDependency(dependency)))
}
