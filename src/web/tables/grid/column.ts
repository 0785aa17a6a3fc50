import type { Answer } from '../../api/index.ts'

export type Column = Answer<'listColumns'>['data'][number]

/** Cells of other types are computed, or answered in the panel beside the grid. */
export const isWritable = ({ type }: Column): boolean => type === 'TEXT'
