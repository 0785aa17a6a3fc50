import type { Graph } from './graph.ts'
import { withTargets } from './replace-targets.ts'
import { sourceTitle } from './source-title.ts'

/** A column that names the renamed one, with its new config. */
export interface RewrittenConfig {
  readonly column: string
  readonly config: Readonly<Record<string, unknown>>
}

/** Replaces titles inside a type's own texts. */
export type Retitle = (
  column: string,
  config: RewrittenConfig['config'],
  before: readonly string[],
  after: readonly string[],
) => RewrittenConfig['config']

/**
 * New configs for the columns that name `id` by its old title. Code is left unchanged.
 * `configs` holds the stored config of each column by id; `graph` is the graph before the rename.
 */
export function rewriteTitles(
  graph: Graph,
  id: string,
  title: string,
  configs: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  retitle: Retitle = (_column, config) => config,
): RewrittenConfig[] {
  const before = graph.find(id)?.title
  if (before === undefined || before === title) return []
  return graph.readers(id).flatMap((reader) => {
    const config = configs.get(reader)
    if (!config) return []
    const { references } = graph.find(reader)!
    const sources = graph.sources(reader)
    const renamedConfig = withTargets(config, references, (reference) => {
      const source = sources[references.indexOf(reference)]
      if (source?.column !== id || source.optional) return reference.target
      if (reference.target === before) return title
      return source.part !== null && reference.target === `${before}.${source.part}`
        ? `${title}.${source.part}`
        : reference.target
    })
    const titles = (find: (column: string) => { title: string } | undefined) =>
      sources.slice(0, references.length).map((source) => sourceTitle(source, find))
    const next = retitle(
      reader,
      renamedConfig,
      titles((column) => graph.find(column)),
      titles((column) => (column === id ? { title } : graph.find(column))),
    )
    return next === config ? [] : [{ column: reader, config: next }]
  })
}
