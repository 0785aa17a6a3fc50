import type { DatasetRow } from '../db/index.ts'

/** The source of rows of an incomplete dataset. `publish`: the dataset becomes the next version when it is complete. */
export type Filling = { readonly publish: boolean } & (CopyFilling | FileFilling | RequestFilling)

export interface CopyFilling {
  readonly kind: 'copy'
  readonly source: number
}

export interface FileFilling {
  readonly kind: 'file'
  readonly upload: string
  readonly fileName: string
  /** The result of surveying the source; null before the survey. */
  readonly plan: unknown
}

export interface RequestFilling {
  readonly kind: 'requests'
  /** The ids of the requests, in the order of the rows. */
  readonly ids: readonly number[]
  /** The input variables that become columns; null for all. */
  readonly variables: readonly string[] | null
  /** Number of rows that the draft had before. */
  readonly base: number
}

export const fillingOf = ({ filling }: Pick<DatasetRow, 'filling'>): Filling | null =>
  filling === null ? null : (JSON.parse(filling) as Filling)

/** Groups the jobs of one dataset. */
export const fillRun = (id: number): string => `dataset ${id}`
