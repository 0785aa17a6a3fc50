import type { Config } from './config.ts'

export interface Common {
  readonly path: string
  readonly label: string
  readonly hint?: string
  /** If set, the control is shown only for configs for which it returns true. */
  readonly when?: (config: Config) => boolean
  /** True if the control is shown under "More options". */
  readonly isMore?: true
  /** Other paths of the config that the same control writes. */
  readonly extraPaths?: readonly string[]
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** One control of a form; it edits the config's value at `path`. */
export type FieldSpec = Common &
  (
    | { readonly kind: 'column'; readonly isOptional?: true }
    | { readonly kind: 'columns'; readonly minimum: number; readonly maximum?: number }
    | { readonly kind: 'line' | 'pattern' | 'text'; readonly placeholder?: string }
    | { readonly kind: 'code' | 'json' }
    /** One item on each line. */
    | { readonly kind: 'lines' }
    | { readonly kind: 'number'; readonly placeholder?: string }
    | {
        readonly kind: 'choice'
        readonly choices: readonly Choice[]
        /** The default; shown while the config has no value. */
        readonly defaultValue?: string
        /** Returns the config after a choice that changes other fields too. */
        readonly chosen?: (config: Config, value: string) => Config
      }
    | { readonly kind: 'switch'; readonly defaultValue?: boolean }
    /** Either a column or a fixed value, never both. */
    | {
        readonly kind: 'either'
        readonly valuePath: string
        readonly value: 'line' | 'text' | 'number' | 'json' | 'assertions' | 'scenarios'
      }
    /** Provider and name of a model, in the object at the path. */
    | { readonly kind: 'model'; readonly nameKey: 'name' | 'model'; readonly placeholder: string }
    /** Names, each filled by a column or by a fixed value. */
    | { readonly kind: 'mapping'; readonly names: 'variables' | 'headers' | 'parameters' | 'labelScores' }
    | { readonly kind: 'prompt'; readonly inLoop?: true }
    | { readonly kind: 'workflow'; readonly inLoop?: true }
    | { readonly kind: 'mcp' | 'conditions' | 'constant' | 'composition' }
  )

/** Labels for a field of the schema; its control, choices and bounds come from the schema. */
export type LabelledField = Common & {
  readonly kind?: undefined
  readonly placeholder?: string
  /** The labels of the choices, in the order of the list. */
  readonly words?: Readonly<Record<string, string>>
  /** The label of "no choice". */
  readonly none?: string
  /** The default, if the engine defines it instead of the schema. */
  readonly defaultValue?: string
  readonly chosen?: (config: Config, value: string) => Config
  /** The control, if it is not that of the schema's type. */
  readonly as?: 'line' | 'text' | 'lines' | 'code' | 'parameters'
}

/** The hand-written part of a form. */
export type HandwrittenField = FieldSpec | LabelledField
