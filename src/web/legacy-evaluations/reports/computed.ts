import type { ReportColumn } from '../queries.ts'

/** Whether a column is computed; columns of the dataset are only read. */
export const isComputed = ({ column_type }: Pick<ReportColumn, 'column_type'>): boolean =>
  column_type !== 'DATASET'
