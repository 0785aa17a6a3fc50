import type { Reference } from '../../columns/column.ts'

/** Figures of the run that computed a cell. */
export type Metric = 'price' | 'latency_ms'

/** A source as a client submits it and as it is stored: always by column id. */
export interface Dependency {
  readonly column_id: string
  readonly reference_type: string
  readonly config_key: string | null
  readonly config_meta: Readonly<Record<string, string | number>> | null
}

/**
 * - input: TEXT and TRACE; written by people and imports.
 * - human: HUMAN; answered by people.
 * - computed: cells are computed by the column's type.
 * - mirror: COMPOSITION; shows another column's cells, stores none.
 * - aggregate: one value for a whole column (a step of a scorecard).
 */
export type ColumnKind = 'input' | 'human' | 'computed' | 'mirror' | 'aggregate'

/** A column as the graph needs it. A graph may hold several sheets; ids are unique over all of them. */
export interface SheetColumn {
  readonly id: string
  readonly sheet: string
  readonly title: string
  /** Position in the sheet (`position_rank`). Equal ranks are ordered by id. */
  readonly rank: number
  readonly kind: ColumnKind
  readonly references: readonly Reference[]
  readonly submitted: readonly Dependency[]
  /** Every column to its left is an input, without a reference. */
  readonly seesRow: boolean
  /** A failed source counts as null instead of failing the cell. */
  readonly acceptsFailed: boolean
  /** Its values contain the titles of its sources. */
  readonly seesTitles: boolean
  /** Titles of sources are keys of its values, so they must be unique. */
  readonly keyedByTitle?: boolean
  /** Price and latency columns of the system; not part of the row. */
  readonly system: boolean
  /** Ids of the columns that show figures of this column's runs; reading such a column reads the figure. */
  readonly figureIds?: ReadonlyMap<string, Metric>
  /** Text of type and config: two columns have equal texts only if both are equal. */
  readonly definition: string
}

/** Which rows of a source a row of the reading column uses. */
export type Relation = 'same-row' | 'same-index' | 'whole-column'

/** One source of a column, in the order of its references. */
export interface Source {
  readonly key: string | null
  readonly meta: Readonly<Record<string, string | number>> | null
  /** Text of the reference in the config; null for a submitted dependency without a reference. */
  readonly text: string | null
  /** Null if unresolved; `problem` has the reason. */
  readonly column: string | null
  readonly relation: Relation
  /** A figure of the source's run instead of its value, as in `Trace.price`. */
  readonly part: string | null
  /** Identified by a dependency, not by a title. */
  readonly pinned: boolean
  /** Guessed from code: null if no column has this title. Never pinned, because code keeps its text. */
  readonly optional: boolean
  readonly problem: Problem | null
}

export type Problem =
  | { readonly kind: 'missing'; readonly target: string }
  | { readonly kind: 'ambiguous'; readonly target: string; readonly count: number }
