import { z } from 'zod'
import { answer, cleanText, endpointsOf, named, textInteger, timestamp } from '../kit/index.ts'
import {
  cursor,
  limit,
  order,
  pageOf,
  SheetId,
  SheetVersionId,
  sheet_id,
  sheetPath,
  table_id,
  uuid,
  uuidOf,
} from './fields.ts'

const define = endpointsOf({ tags: ['sheet-versions'] })
const versionsPath = `${sheetPath}/versions`
const version_id = '0190a0b0-0000-7000-8000-000000000005'

const openObject = z.record(z.string(), z.unknown())

export const SheetVersion = named('TableSheetVersion', {
  id: uuid,
  sheet_id: uuid,
  version_number: z.int(),
  name: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: timestamp,
  metadata: openObject,
  deltas: z.array(openObject),
  snapshot: openObject,
  score: openObject,
  score_configuration: openObject.nullable(),
})

const OneVersion = answer('GetTableSheetVersionResponse', { version: SheetVersion })

export const listSheetVersions = define({
  id: 'listTableSheetVersions',
  get: versionsPath,
  summary: 'List the saved versions of a sheet',
  params: SheetId,
  query: z.object({
    cursor,
    limit: limit(20),
    sort: z.enum(['version_number']).default('version_number'),
    order: order('desc'),
  }),
  success: { 200: z.object(pageOf(SheetVersion)).meta({ id: 'ListTableSheetVersionsResponse' }) },
  example: { params: { table_id, sheet_id } },
})

export const createSheetVersion = define({
  id: 'createTableSheetVersion',
  post: versionsPath,
  summary: 'Save the sheet as a version, or restore one into a new version',
  params: SheetId,
  body: z
    .looseObject({
      name: cleanText.min(1).max(255).nullish(),
      source_version_id: uuidOf('sheet-version').nullish(),
    })
    .refine((body) => body.name != null || body.source_version_id != null, {
      path: ['name'],
      message: 'Field required',
      params: { type: 'missing' },
    }),
  success: { 201: OneVersion },
  example: { params: { table_id, sheet_id }, body: { name: 'before the new prompt' } },
})

export const readSheetVersion = define({
  id: 'getTableSheetVersion',
  get: `${versionsPath}/{version_id}`,
  summary: 'Read a saved version with its columns, rows and changes',
  params: SheetVersionId,
  query: z.object({
    row_offset: textInteger({ minimum: 0 })
      .optional()
      .describe(
        'With row_offset or row_limit the answer has one page of at most 16 MB and the first 1,000 deltas',
      ),
    row_limit: textInteger({ minimum: 0, maximum: 1000 })
      .optional()
      .describe('Rows of the page; 1,000 with row_offset alone'),
    row_of_cell: z
      .guid()
      .toLowerCase()
      .meta({ entity: 'cell' })
      .optional()
      .describe('Only the row of this cell, without deltas; no row if the version had none'),
  }),
  success: { 200: OneVersion },
  example: { params: { table_id, sheet_id, version_id } },
})

export const diffSheetVersions = define({
  id: 'diff_table_sheet_versions',
  get: `${versionsPath}/{version_id}/diff/{other_version_id}`,
  summary: 'Compare two saved versions: up to 1,000 changes',
  params: SheetVersionId.extend({ other_version_id: SheetVersionId.shape.version_id }),
  success: {
    200: answer('DiffTableSheetVersionsResponse', {
      from_version_number: z.int(),
      to_version_number: z.int(),
      deltas: z.array(openObject),
      is_complete: z.boolean(),
    }),
  },
  example: { params: { table_id, sheet_id, version_id, other_version_id: version_id } },
})
