import type { Reference } from '../../columns/column.ts'
import { badField, Refusal } from '../../refusal.ts'
import type { SheetColumn, Source } from './sheet-column.ts'
import { sourceTitle } from './source-title.ts'

/** The part of a graph that the checks read. */
export interface CheckedGraph {
  readonly cycles: readonly (readonly string[])[]
  find(id: string): SheetColumn | undefined
  sources(id: string): readonly Source[]
  isInCycle(id: string): boolean
}

/**
 * Checks a column that was created or got another config. Cycles of other columns that existed before (a restored
 * sheet may have some) are ignored.
 * @throws Refusal 'bad_request' if a source is unknown or ambiguous, or if the column closes a cycle;
 * the message names the title or the cycle (A -> B -> A), `data.field` the field of the config.
 */
export function checkColumn(graph: CheckedGraph, id: string, before?: CheckedGraph): void {
  const column = graph.find(id)
  if (!column) return
  for (const [index, source] of graph.sources(id).entries())
    checkSource(column, source, column.references[index])
  const sameTitles = titleProblem(graph, column)
  if (sameTitles !== null) throw badField('config.sources', sameTitles)
  const cycle = graph.cycles.find((ids) => ids.includes(id))
  if (cycle) throw cyclic(graph, cycle)
  checkCycles(graph, before)
}

/**
 * Checks a column that got another title: code refers to its sources by title.
 * @throws Refusal 'bad_request' if columns are in a cycle now that were in none before.
 */
export function checkCycles(graph: CheckedGraph, before?: CheckedGraph): void {
  const cycle = graph.cycles.find((ids) => !before || ids.some((id) => !before.isInCycle(id)))
  if (cycle) throw cyclic(graph, cycle)
}

/** Reason why a column cannot run, for its failed cells; null if it can. */
export function sourceProblem(graph: CheckedGraph, id: string): string | null {
  if (graph.isInCycle(id)) return 'The column reads itself through other columns'
  const column = graph.find(id)
  if (!column) return null
  const sources = graph.sources(id)
  const index = sources.findIndex((source) => source.problem !== null)
  return index < 0
    ? titleProblem(graph, column)
    : problemText(column, sources[index]!, column.references[index])
}

function checkSource(column: SheetColumn, source: Source, reference: Reference | undefined): void {
  if (source.problem) throw badField(fieldOf(source, reference), problemText(column, source, reference))
}

/** Titles are keys of the value, so two sources with the same title would collide. */
function titleProblem(graph: CheckedGraph, column: SheetColumn): string | null {
  if (!column.keyedByTitle) return null
  const owners = new Map<string, string | null>()
  for (const source of graph.sources(column.id)) {
    const title = sourceTitle(source, (id) => graph.find(id))
    if (owners.has(title) && owners.get(title) !== source.column)
      return `config.sources of column "${column.title}" has "${title}" twice; each title may occur once`
    owners.set(title, source.column)
  }
  return null
}

function problemText(column: SheetColumn, source: Source, reference: Reference | undefined): string {
  const problem = source.problem!
  const reader = `${fieldOf(source, reference)} of column "${column.title}"`
  // Another column may have this title; the id identifies the intended one.
  if (source.pinned && source.text !== null && source.text !== problem.target)
    return `${reader} names "${source.text}" (${problem.target}), and there is no such column`
  if (problem.kind === 'missing') return `${reader} names "${problem.target}", and there is no such column`
  return `${reader} names "${problem.target}", and ${problem.count} columns have that title`
}

function fieldOf({ key, meta }: Source, reference: Reference | undefined): string {
  if (reference?.path) return `config.${reference.path}`
  if (key === null) return 'dependencies'
  // A condition identifies its sides by their index among the conditions.
  if (key === 'left_config' || key === 'right_config')
    return `config.conditionals.${meta?.['position']}.${key}.source`
  const within = meta ? Object.values(meta).map((value) => `.${value}`) : []
  return `config.${key}${within.join('')}`
}

const cyclic = (graph: CheckedGraph, cycle: readonly string[]): Refusal =>
  new Refusal('bad_request', `The columns read each other in a cycle: ${titlesOf(graph, cycle)}`, { cycle })

const titlesOf = (graph: CheckedGraph, ids: readonly string[]): string =>
  ids.map((id) => graph.find(id)!.title).join(' -> ')
