import { z } from 'zod'
import { exportIntervals } from '../../engine/log-export/index.ts'
import {
  answer,
  baseRevision,
  commonErrors,
  endpointsOf,
  named,
  revision,
  settingsErrors,
  strictNamed,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['request-logs'], errors: commonErrors })

const fields = {
  every: z
    .enum(exportIntervals)
    .meta({ description: 'Each hour or day of UTC is exported five minutes after its end.' }),
  format: z.enum(['jsonl', 'parquet']).meta({ description: 'JSON lines are compressed with gzip.' }),
  include_content: z
    .boolean()
    .meta({ description: 'Whether messages and input variables are exported too.' }),
}

const NewLogExport = strictNamed('NewLogExport', {
  ...fields,
  format: fields.format.default('jsonl'),
  include_content: fields.include_content.default(false),
  since: z.iso.datetime({ offset: true }).nullable().default(null).meta({
    description:
      'The export starts again with the requests that arrived at this time or later. Null: it continues, and a new export starts with the first request.',
  }),
})

const time = z.iso.datetime().nullable()

const LogExport = named('LogExport', {
  ...fields,
  folder: z.string().nullable().meta({
    description: 'Folder of the objects in the bucket. Null: this server has no object storage.',
  }),
  exported_until: time.meta({ description: 'Requests that arrived before are exported. Null: none yet.' }),
  next_at: z.iso.datetime().meta({ description: 'Time of the next export.' }),
  requests: z.int().meta({ description: 'Exported requests.' }),
  objects: z.int(),
  last_object: z.string().nullable(),
  problem: z.string().nullable().meta({ description: 'Why the last attempt failed. Galley repeats it.' }),
})

const OneExport = answer('LogExportAnswer', {
  log_export: LogExport.nullable(),
  has_storage: z.boolean().meta({ description: 'Whether this server has object storage.' }),
  revision,
})

const path = '/api/public/v2/log-export'

export const readLogExport = define({
  id: 'getLogExport',
  get: path,
  summary: 'Read the scheduled export of the request log',
  success: { 200: OneExport },
  example: {},
})

export const changeLogExport = define({
  id: 'setLogExport',
  put: path,
  summary: 'Export the request log to object storage every hour or day',
  description:
    'All requests of the workspace are written to the object storage of the server, in the order of their arrival, as ' +
    'objects of one hour each with at most about 16 MB of text. Null ends the export; its objects stay. Retention and ' +
    'deletions do not reach exported objects.',
  role: 'admin',
  body: z.strictObject({ log_export: NewLogExport.nullable(), base_revision: baseRevision }),
  success: { 200: OneExport },
  errors: settingsErrors,
  example: { body: { log_export: { every: 'hour', format: 'parquet' } } },
})
