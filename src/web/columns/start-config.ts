import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { type Config, withValueAt } from './config.ts'
import { forms } from './kinds.ts'
import { sourceName } from './source-name.ts'

interface Known {
  readonly id: string
  readonly title: string
  readonly type: ColumnTypeName
}

/** Types whose cells are answers, which checks and extractions of a new column probably read. */
const answering: readonly ColumnTypeName[] = [
  ...(['PROMPT_TEMPLATE', 'WORKFLOW', 'CONVERSATION_SIMULATOR', 'ENDPOINT', 'MCP'] as const),
]

/** The config of a new column. It reads the last column with answers, if it reads one. */
export function startConfig(type: ColumnTypeName, columns: readonly Known[]): Config {
  const { start = {}, fields } = forms[type]
  const source = fields.find(
    ({ kind, path }) => kind === 'column' && (path === 'source' || path === 'sources.0'),
  )
  const answers = columns.findLast((column) => answering.includes(column.type))
  return source && answers ? withValueAt(start, source.path, sourceName(answers, columns)) : start
}
