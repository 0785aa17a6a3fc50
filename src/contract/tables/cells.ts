import { z } from 'zod'
import { maxDataValues } from '../../engine/limits.ts'
import { answer, endpointsOf } from '../kit/index.ts'
import { Cell, CellId, CellWithEvidence, SheetId, sheet_id, sheetPath, table_id, uuidOf } from './fields.ts'

const define = endpointsOf({ tags: ['cells'] })
const cellPath = `${sheetPath}/cells/{cell_id}`
const sheet = { table_id, sheet_id }
const cell_id = '0190a0b0-0000-8000-8000-000000000004'
const params = { ...sheet, cell_id }

export const readCell = define({
  id: 'get_table_sheet_cell',
  get: cellPath,
  summary: 'Read a cell, and the evidence of its value',
  params: CellId,
  success: { 200: answer('TableCellResponse', { cell: CellWithEvidence }) },
  example: { params },
})

export const updateCell = define({
  id: 'update_table_sheet_cell',
  patch: cellPath,
  summary: 'Write a text cell, or answer a cell that waits for a person; cells that read it become stale',
  keepsNumbers: true,
  returnsBefore: true,
  params: CellId,
  body: z.looseObject({ display_value: z.string().nullish(), value: z.unknown().optional() }),
  success: { 200: answer('UpdateTableCellResponse', { cell: Cell, version: z.int(), stale_count: z.int() }) },
  bodyLimit: 16 * 1024 * 1024,
  example: { params, body: { display_value: 'How do I reset my password?' } },
})

/** A pasted block: all cells or none, as one change. */
export const updateCells = define({
  id: 'update_table_sheet_cells',
  patch: `${sheetPath}/cells`,
  summary: 'Write many text cells at once; cells that read them become stale',
  keepsNumbers: true,
  params: SheetId,
  body: z.object({
    cells: z
      .array(
        z.looseObject({
          cell_id: uuidOf('cell'),
          display_value: z.string().nullish(),
          value: z.unknown().optional(),
        }),
      )
      .min(1)
      .max(10_000),
  }),
  success: {
    200: answer('UpdateTableCellsResponse', {
      updated_count: z.int(),
      version: z.int(),
      stale_count: z.int(),
    }),
  },
  bodyLimit: 32 * 1024 * 1024,
  valueLimit: maxDataValues,
  example: { params: sheet, body: { cells: [{ cell_id, display_value: 'How do I reset my password?' }] } },
})
