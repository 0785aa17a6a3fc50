import type { ReportColumn } from '../queries.ts'

/** Columns of the dataset are there to be read. */
export const isComputed = ({ column_type }: Pick<ReportColumn, 'column_type'>): boolean =>
  column_type !== 'DATASET'
