import type { Column } from '../../sheets/index.ts'
import type { Config } from '../config.ts'

/** A source that a config may read: a column of a sheet, or a node or input of a workflow. */
export type Readable = Pick<Column, 'id' | 'title'>

/** Props of every field of a form. */
export interface FormProps {
  readonly config: Config
  /** The columns that the config may read. */
  readonly columns: readonly Readable[]
  /** The error at a path, if there is one. */
  readonly problemAt: (path: string) => string | undefined
  readonly onChange: (config: Config) => void
}

export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
