import type { Reference } from '../../columns/column.ts'
import { Refusal } from '../../refusal.ts'
import type { Graph } from './graph.ts'
import type { SheetColumn, Source } from './sheet-column.ts'
import { sourceTitle } from './source-title.ts'

/**
 * What must hold after a column is created or gets another config. A cycle of other columns that was there before (a
 * restored sheet may have one) is not the doing of this one.
 * @throws Refusal 'bad_request' when one of its sources is unknown or ambiguous, or when it closes a cycle;
 * the message names the title or the cycle (A -> B -> A), `data.field` the place in the config.
 */
export function checkColumn(graph: Graph, id: string, before?: Graph): void {
  const column = graph.find(id)
  if (!column) return
  for (const [at, source] of graph.sources(id).entries()) checkSource(column, source, column.references[at])
  const twice = titleProblem(graph, column)
  if (twice !== null) throw new Refusal('bad_request', twice, { field: 'config.sources' })
  const own = graph.cycles.find((ids) => ids.includes(id))
  if (own) throw cyclic(graph, own)
  checkCycles(graph, before)
}

/**
 * What must hold after a column got another title: code finds its sources by theirs.
 * @throws Refusal 'bad_request' when columns are in a cycle that were in none before.
 */
export function checkCycles(graph: Graph, before?: Graph): void {
  const cycle = graph.cycles.find((ids) => !before || ids.some((id) => !before.isInCycle(id)))
  if (cycle) throw cyclic(graph, cycle)
}

/** Why a column cannot run, for the cell that fails with it; null when it can. */
export function sourceProblem(graph: Graph, id: string): string | null {
  if (graph.isInCycle(id)) return 'The column reads itself through other columns'
  const column = graph.find(id)
  if (!column) return null
  const sources = graph.sources(id)
  const at = sources.findIndex((source) => source.problem !== null)
  return at < 0 ? titleProblem(graph, column) : problemText(column, sources[at]!, column.references[at])
}

function checkSource(column: SheetColumn, source: Source, reference: Reference | undefined): void {
  if (source.problem)
    throw new Refusal('bad_request', problemText(column, source, reference), {
      field: fieldOf(source, reference),
    })
}

/** Two columns with one title would be one value where titles are keys. */
function titleProblem(graph: Graph, column: SheetColumn): string | null {
  if (!column.keyedByTitle) return null
  const owners = new Map<string, string | null>()
  for (const source of graph.sources(column.id)) {
    const title = sourceTitle(source, (id) => graph.find(id))
    if (owners.has(title) && owners.get(title) !== source.column)
      return `config.sources of column "${column.title}" has "${title}" twice, and its values have one key for each title`
    owners.set(title, source.column)
  }
  return null
}

function problemText(column: SheetColumn, source: Source, reference: Reference | undefined): string {
  const problem = source.problem!
  const place = `${fieldOf(source, reference)} of column "${column.title}"`
  // Another column may be called so by now: which one was meant is known by its id.
  if (source.pinned && source.called !== null && source.called !== problem.target)
    return `${place} names "${source.called}" (${problem.target}), and there is no such column`
  if (problem.kind === 'missing') return `${place} names "${problem.target}", and there is no such column`
  return `${place} names "${problem.target}", and ${problem.count} columns have that title`
}

function fieldOf({ key, meta }: Source, reference: Reference | undefined): string {
  if (reference?.place) return `config.${reference.place}`
  if (key === null) return 'dependencies'
  // A condition tells its sides apart by their places among the conditions.
  if (key === 'left_config' || key === 'right_config')
    return `config.conditionals.${meta?.['position']}.${key}.source`
  const within = meta ? Object.values(meta).map((value) => `.${value}`) : []
  return `config.${key}${within.join('')}`
}

const cyclic = (graph: Graph, cycle: readonly string[]): Refusal =>
  new Refusal('bad_request', `The columns read each other in a cycle: ${named(graph, cycle)}`, { cycle })

const named = (graph: Graph, ids: readonly string[]): string =>
  ids.map((id) => graph.find(id)!.title).join(' -> ')
