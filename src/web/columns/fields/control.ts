import type { Column } from '../../sheets/index.ts'
import type { Config } from '../config.ts'

/** What a config may read: a column of a sheet, or what stands for one in a workflow. */
export type Readable = Pick<Column, 'id' | 'title'>

/** What every field of a form is given. */
export interface FormProps {
  readonly config: Config
  /** The columns that may be read. */
  readonly columns: readonly Readable[]
  /** What is wrong at a path, if anything is. */
  readonly problemAt: (path: string) => string | undefined
  readonly onChange: (config: Config) => void
}

export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
