import { z } from 'zod'
import { answer, DetailedError, endpointsOf } from '../kit/index.ts'
import { ComputedCellId, SheetId, sheet_id, sheetPath, table_id, uuidOf } from './fields.ts'

const define = endpointsOf({ tags: ['cells'] })
const sheet = { table_id, sheet_id }

export const recalculateCell = define({
  id: 'create_table_sheet_cell_recalculation',
  post: `${sheetPath}/cells/{cell_id}/recalculations`,
  summary: 'Compute a cell, and the cells of its row that it needs',
  params: ComputedCellId,
  success: {
    202: answer('CreateTableSheetCellRecalculationResponse', {
      execution_id: z.string(),
      cell_count: z.int(),
    }),
    200: DetailedError,
  },
  example: { params: { ...sheet, cell_id: '0190a0b0-0000-8000-8000-000000000004' } },
})

const selectsCells = (body: { cell_ids?: unknown; column_ids?: unknown; row_indices?: unknown }) =>
  body.cell_ids === undefined
    ? body.column_ids !== undefined || body.row_indices !== undefined
    : body.column_ids === undefined && body.row_indices === undefined

export const recalculateCells = define({
  id: 'create_table_sheet_cell_recalculations_batch',
  post: `${sheetPath}/cells/recalculations`,
  summary: 'Compute some cells, and the cells of their rows that they need',
  params: SheetId,
  description:
    'Names the cells by id or, as the SDKs also do, by columns and rows. Rows alone mean all their computed ' +
    'cells, columns alone mean all their rows. Fresh cells are computed again.',
  body: z
    .object({
      cell_ids: z.array(uuidOf('computed-cell')).min(1).max(10_000).optional(),
      column_ids: z.array(uuidOf('column')).min(1).max(1000).optional(),
      row_indices: z.array(z.int().min(0)).min(1).max(10_000).optional(),
    })
    .refine(selectsCells, {
      path: ['cell_ids'],
      message: 'must be sent, or else column_ids and row_indices',
      params: { type: 'missing' },
    }),
  success: {
    202: answer('CreateTableSheetCellRecalculationsResponse', {
      execution_id: z.string(),
      cell_count: z.int(),
      selected_cell_count: z.int(),
    }),
    200: DetailedError,
  },
  example: { params: sheet, body: { cell_ids: ['0190a0b0-0000-8000-8000-000000000004'] } },
})
