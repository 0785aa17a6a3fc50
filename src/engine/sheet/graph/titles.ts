import type { Metric, Problem, SheetColumn } from './sheet-column.ts'

/** `Title.metric` reads a figure of the run that made the cell: US dollars, or milliseconds. Source: columns.md 1.0.2. */
const METRICS: ReadonlyMap<string, Metric> = new Map([
  ...(['price', 'cost'] as const).map((name) => [name, 'price'] as const),
  ...(['latency', 'latency_ms'] as const).map((name) => [name, 'latency_ms'] as const),
])

/** The figure that a source's part stands for; null for the value itself. */
export const metricOf = (part: string | null): Metric | null =>
  part === null ? null : (METRICS.get(part) ?? null)

/**
 * How failure texts name a column and its metrics. The plain title comes last: replaced first, `a` renamed to
 * `a.price` would be replaced again as the metric of `a`.
 */
export const namesInFailures = (title: string): readonly string[] =>
  [...[...METRICS.keys()].map((metric) => `${title}.${metric}`), title].flatMap((name) => [
    `Column "${name}"`,
    `column "${name}"`,
  ])

/** A column of null without a problem: nothing is read, and that is well. */
export type Resolution =
  | { readonly column: string | null; readonly part: string | null; readonly problem: null }
  | { readonly column: null; readonly part: null; readonly problem: Problem }

/** Finds columns by id, or by title within the sheet of the one who asks. */
export class Titles {
  readonly #byId: ReadonlyMap<string, SheetColumn>
  readonly #byFigure: ReadonlyMap<string, Resolution>
  readonly #bySheet = new Map<string, Map<string, string[]>>()

  constructor(columns: readonly SheetColumn[]) {
    this.#byId = new Map(columns.map((column) => [column.id, column]))
    this.#byFigure = new Map(
      columns.flatMap(({ id: column, figureIds }) =>
        [...(figureIds ?? [])].map(([id, part]) => [id, { column, part, problem: null }] as const),
      ),
    )
    for (const { id, sheet, title } of columns) {
      const titles = this.#bySheet.get(sheet) ?? new Map<string, string[]>()
      this.#bySheet.set(sheet, titles)
      titles.set(title, [...(titles.get(title) ?? []), id])
    }
  }

  /** A title that fits the asking column too means the other one: a column never reads itself. */
  resolve(target: string, asking: SheetColumn): Resolution {
    if (this.#byId.has(target)) return { column: target, part: null, problem: null }
    const figure = this.#byFigure.get(target)
    if (figure) return figure
    const whole = this.#named(target, asking)
    const isSelf = whole.length === 1 && whole[0] === asking.id
    if (whole.length > 0 && !isSelf) return this.#only(whole, target, null)
    const dot = target.lastIndexOf('.')
    const metric = target.slice(dot + 1)
    const owners = dot > 0 && METRICS.has(metric) ? this.#named(target.slice(0, dot), asking) : []
    return isSelf && owners.length === 0
      ? this.#only(whole, target, null)
      : this.#only(owners, target, metric)
  }

  /** A guess that fits no other column is none: nothing is read. */
  resolveOptional(target: string, asking: SheetColumn): Resolution {
    const found = this.resolve(target, asking)
    const nothing = found.problem?.kind === 'missing' || found.column === asking.id
    return nothing ? { column: null, part: null, problem: null } : found
  }

  #named(title: string, asking: SheetColumn): readonly string[] {
    const ids = this.#bySheet.get(asking.sheet)?.get(title) ?? []
    return ids.length > 1 ? ids.filter((id) => id !== asking.id) : ids
  }

  #only(ids: readonly string[], target: string, part: string | null): Resolution {
    if (ids.length === 1) return { column: ids[0]!, part, problem: null }
    const problem: Problem =
      ids.length === 0 ? { kind: 'missing', target } : { kind: 'ambiguous', target, count: ids.length }
    return { column: null, part: null, problem }
  }
}
