import type { ConfigReader } from './config/read.ts'
import type { Json } from './json.ts'
import type { Answer, Failure, Need } from './need.ts'

/** One source of a column, as its config writes it: the title of a column, or its id. */
export interface Reference {
  /** The key of the config: `source`, `sources`, `variable_mappings`. */
  readonly key: string
  /** `{position: 0}` in a list, `{variable_name: 'x'}` in a mapping. */
  readonly meta?: Readonly<Record<string, string | number>>
  readonly target: string
  /** Where it stands in the config, when key and meta do not say it. */
  readonly place?: string
  /** Guessed from code: no edge when no column is called so; its value is null then, and its title empty. */
  readonly optional?: true
}

/** What one cell is computed from. */
export interface Inputs {
  /** In the order of `dependsOn(config)`; null where the source has no value. */
  readonly values: readonly Json[]
  /**
   * The titles of the same columns, for messages and for values with titles as keys. Empty where nothing is called as an
   * optional reference guessed.
   */
  readonly titles: readonly string[]
  /** The columns to the left, title to value: for types whose code or request sees the whole row. */
  readonly row: () => Readonly<Record<string, Json>>
}

/** How far one cell has come. */
export type Step =
  | { readonly kind: 'value'; readonly value: Json; readonly evidence?: Json }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly partial?: Json }
  /** `state` is JSON, kept with the cell, so that a loop goes on where a crashed process stopped. */
  | { readonly kind: 'need'; readonly need: Need; readonly state: Json }

/** A column with its config read once: what depends on the config alone (a regex) is made here. */
export interface Evaluator {
  prepare(inputs: Inputs): Step
  /** Called with the answer to the last need; only types that have needs have it. */
  complete?(inputs: Inputs, state: Json, answer: Answer): Step
}

/** Who pays: nobody, a model provider, an outside service, this machine, or whatever is inside. */
export type CostGroup = 'none' | 'model' | 'external' | 'compute' | 'variable'

/** What the values mean to a score; 'by-value' looks at each. */
export type ScoreMeaning = 'boolean' | 'number' | 'lower-is-better' | 'by-value' | 'none'

/**
 * One type of column: pure, without clock, ids or Node. Serves sheet cells, report cells, workflow
 * nodes and scorecard steps alike. Source: columns.md section 1.
 */
export interface ColumnType<Config = unknown> {
  readonly type: string
  readonly cost: CostGroup
  readonly score: (config: Config) => ScoreMeaning
  /**
   * Reads a config as it was sent: both published spellings, unknown fields kept. What it gives is
   * JSON in the canonical spelling, is what a column stores and shows, and reads as itself.
   * Throws Refusal('bad_request') that names the field.
   */
  readonly config: ConfigReader<Config>
  readonly dependsOn: (config: Config) => readonly Reference[]
  /** True when the whole row to the left is an input although no reference names it. */
  readonly seesRow?: (config: Config) => boolean
  /** True when the titles of sources are the keys of its values. */
  readonly keyedByTitle?: (config: Config) => boolean
  /** The config with new titles of its sources in texts of its own that name them; both are in the order of the references. */
  readonly retitled?: (config: Config, before: readonly string[], after: readonly string[]) => Config
  /** True when a failed source does not fail the cell: its value is null then. */
  readonly acceptsFailedSources?: (config: Config) => boolean
  readonly evaluator: (config: Config) => Evaluator
}
