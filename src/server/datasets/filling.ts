import type { DatasetRow } from '../db/index.ts'

/** Where the rows of a dataset are still coming from. `publish`: it becomes the next version once they are there. */
export type Filling = { readonly publish: boolean } & (CopyFilling | FileFilling | RequestFilling)

export interface CopyFilling {
  readonly kind: 'copy'
  readonly source: number
}

export interface FileFilling {
  readonly kind: 'file'
  readonly upload: string
  readonly fileName: string
  /** What looking through the file has found; null until then. */
  readonly plan: unknown
}

export interface RequestFilling {
  readonly kind: 'requests'
  /** In the order of the rows. */
  readonly ids: readonly number[]
  /** Null: all that the requests have. */
  readonly variables: readonly string[] | null
  /** Rows of the draft that were there before. */
  readonly base: number
}

export const fillingOf = ({ filling }: Pick<DatasetRow, 'filling'>): Filling | null =>
  filling === null ? null : (JSON.parse(filling) as Filling)

/** One dataset's rows are one run of jobs. */
export const fillRun = (id: number): string => `dataset ${id}`
