import type { DatasetRow } from '../db/index.ts'

/** Where the rows of a dataset are still coming from. `publish`: it becomes the next version once they are there. */
export type Filling = { readonly publish: boolean } & {
  readonly kind: 'copy'
  readonly source: number
}

export const fillingOf = ({ filling }: Pick<DatasetRow, 'filling'>): Filling | null =>
  filling === null ? null : (JSON.parse(filling) as Filling)

/** One dataset's rows are one run of jobs. */
export const fillRun = (id: number): string => `dataset ${id}`
