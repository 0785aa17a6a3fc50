import type { Reference } from '../../columns/column.ts'

/** What is known of the run that made a cell. */
export type Metric = 'price' | 'latency_ms'

/** A source as a client submits it, or as it is stored: always the id of a column. */
export interface Dependency {
  readonly column_id: string
  readonly reference_type: string
  readonly config_key: string | null
  readonly config_meta: Readonly<Record<string, string | number>> | null
}

/**
 * - input: TEXT and TRACE; people and imports write its cells.
 * - human: HUMAN; people answer, nothing runs.
 * - computed: cells come from running the column's type.
 * - mirror: COMPOSITION; cells are another column's and are not stored.
 * - aggregate: one value for a whole column (a step of a scorecard).
 */
export type ColumnKind = 'input' | 'human' | 'computed' | 'mirror' | 'aggregate'

/** A column as the graph sees it. Several sheets may be in one graph; ids are unique over all of them. */
export interface SheetColumn {
  readonly id: string
  readonly sheet: string
  readonly title: string
  /** Where it stands in its sheet: `position_rank`. Equal ranks are ordered by id. */
  readonly rank: number
  readonly kind: ColumnKind
  readonly references: readonly Reference[]
  readonly submitted: readonly Dependency[]
  /** Every column to its left is an input although no reference names it. */
  readonly seesRow: boolean
  /** A failed source does not fail its cells: the value is null then. */
  readonly acceptsFailed: boolean
  /** The titles of its sources show in its values. */
  readonly seesTitles: boolean
  /** They are the keys of its values, so that no two may be the same. */
  readonly keyedByTitle?: boolean
  /** Price and latency columns that the system keeps: not to be seen as part of the row. */
  readonly system: boolean
  /** Ids of the columns that show figures of its runs: whoever reads one of those reads the figure. */
  readonly figureIds?: ReadonlyMap<string, Metric>
  /** What its cells depend on besides their inputs: a text that is equal when type and config are. */
  readonly definition: string
}

/** How rows of a source lead to rows of the column that reads it. */
export type Relation = 'same-row' | 'same-index' | 'whole-column'

/** One thing that a column reads, in the order of its references. */
export interface Source {
  readonly key: string | null
  readonly meta: Readonly<Record<string, string | number>> | null
  /** As the config calls it. Null for a submitted dependency that no reference has. */
  readonly called: string | null
  /** Null when it cannot be told; then `problem` says why. */
  readonly column: string | null
  readonly relation: Relation
  /** A figure of the source's run and not its value: `Trace.price`. */
  readonly part: string | null
  /** A dependency says which column is meant, not a title. */
  readonly pinned: boolean
  /** Guessed from code: without such a column its value is null. Never pinned, as the code keeps its words. */
  readonly optional: boolean
  readonly problem: Problem | null
}

export type Problem =
  | { readonly kind: 'missing'; readonly target: string }
  | { readonly kind: 'ambiguous'; readonly target: string; readonly count: number }
