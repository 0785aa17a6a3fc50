import type { Json } from '../json/json.ts'
import type { ConfigReader } from './config/read.ts'
import type { CostGroup } from './cost-group.ts'
import type { Answer, Failure, Need } from './need.ts'

/** One source of a column in its config: a column title or id. */
export interface Reference {
  /** Key in the config: `source`, `sources`, `variable_mappings`. */
  readonly key: string
  /** `{position: 0}` in a list, `{variable_name: 'x'}` in a mapping. */
  readonly meta?: Readonly<Record<string, string | number>>
  readonly target: string
  /** Path in the config, if key and meta do not give it. */
  readonly path?: string
  /** Guessed from code: if no column has this title, value is null and title is empty. */
  readonly optional?: true
}

/** Inputs of one cell. */
export interface Inputs {
  /** In the order of `dependsOn(config)`; null if the source has no value. */
  readonly values: readonly Json[]
  /**
   * Titles of the same columns, for messages and for values with titles as keys; empty for an optional reference
   * without a column.
   */
  readonly titles: readonly string[]
  /** The word for each source in messages, such as `Node`; if absent, `Column` for all. */
  readonly sourceWords?: readonly string[]
  /** Columns to the left, title to value, for types whose code or request reads the whole row. */
  readonly row: () => Readonly<Record<string, Json>>
}

/** Progress of one cell: a value, a failure, or a need. */
export type Step =
  | { readonly kind: 'value'; readonly value: Json; readonly evidence?: Json }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly partial?: Json }
  /** `state` is JSON, stored with the cell, so that a loop resumes where a crashed process stopped. */
  | { readonly kind: 'need'; readonly need: Need; readonly state: Json }

/**
 * A column with a parsed config. Everything that depends on the config alone, such as a compiled regex, is built here.
 */
export interface Evaluator {
  prepare(inputs: Inputs): Step
  /** Called with the answer to the last need; only types with needs implement it. */
  complete?(inputs: Inputs, state: Json, answer: Answer): Step
}

/** How a score reads the values; 'by-value' depends on each value. */
export type ScoreMeaning = 'boolean' | 'number' | 'lower-is-better' | 'by-value' | 'none'

/**
 * One column type: pure, without clock, ids or Node. Computes sheet cells, report cells, workflow nodes and
 * scorecard steps. Source: columns.md section 1.
 */
export interface ColumnType<Config = unknown> {
  readonly type: string
  readonly cost: CostGroup
  readonly score: (config: Config) => ScoreMeaning
  /**
   * Parses a config in either published spelling and keeps unknown fields. The result is JSON in the canonical
   * spelling, which is stored and shown, and parses to itself. Throws Refusal('bad_request') that names the field.
   */
  readonly config: ConfigReader<Config>
  readonly dependsOn: (config: Config) => readonly Reference[]
  /** True if the whole row to the left is an input, without references. */
  readonly seesRow?: (config: Config) => boolean
  /** True if the titles of sources are keys of the values. */
  readonly keyedByTitle?: (config: Config) => boolean
  /**
   * A text that is added to the hash of inputs. It changes when a release computes another value for the same config
   * and inputs, so that values cached by earlier releases are not used.
   */
  readonly valueVersion?: (config: Config) => string
  /**
   * The config with new titles of its sources inside its own texts; `before` and `after` are in the order of
   * references.
   */
  readonly retitled?: (config: Config, before: readonly string[], after: readonly string[]) => Config
  /** True if a failed source counts as null instead of failing the cell. */
  readonly acceptsFailedSources?: (config: Config) => boolean
  readonly evaluator: (config: Config) => Evaluator
}
