import { z } from 'zod'
import { columnName, orNull } from '../config/fields.ts'
import { configReader, type Spelling } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { value } from '../steps.ts'

const schema = z
  .looseObject({
    source: orNull(columnName),
    table_id: orNull(columnName),
    sheet_id: orNull(columnName),
    column_id: orNull(columnName),
  })
  .superRefine((config, context) => {
    if (config.source != null || config.column_id != null) return
    if (config['sources'] != null)
      return context.addIssue({ code: 'custom', path: ['sources'], message: 'needs exactly 1 column.' })
    context.addIssue({ code: 'custom', path: ['source'], message: 'is required.' })
  })

const firstOfSources: Spelling = (configInput) => {
  const list = configInput['sources']
  if (configInput['source'] !== undefined || !Array.isArray(list) || list.length !== 1) return
  configInput['source'] = list[0]
  delete configInput['sources']
}

/** Shows a column of this or another sheet: `{table}.{sheet}.{column}`, or ids. */
export const composition = defineColumn<z.output<typeof schema>>({
  type: 'COMPOSITION',
  cost: 'none',
  score: () => 'by-value',
  config: configReader(schema, firstOfSources),
  dependsOn(config) {
    if (config.column_id == null) return [{ key: 'source', target: config.source! }]
    const meta: Record<string, string> = {}
    if (config.table_id != null) meta['table_id'] = config.table_id
    if (config.sheet_id != null) meta['sheet_id'] = config.sheet_id
    return [{ key: 'source', meta, target: config.column_id }]
  },
  evaluator: () => ({ prepare: ({ values }) => value(values[0] ?? null) }),
})
