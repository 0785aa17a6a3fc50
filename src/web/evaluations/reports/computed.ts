import type { ReportColumn } from '../queries.ts'

/** Columns of the dataset are not computed, only read. */
export const isComputed = ({ column_type }: Pick<ReportColumn, 'column_type'>): boolean =>
  column_type !== 'DATASET'
