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

/** Where a type takes the value that an answer is checked against. */
const expectedAt: Partial<Readonly<Record<ColumnTypeName, string>>> = {
  CONTAINS: 'value_source',
  COMPARE: 'sources.1',
  COSINE_SIMILARITY: 'sources.1',
}

/** Titles of columns with the right answers: "expected", "Expected answer", "ground_truth". */
const expectedTitle = /^(expected|reference|ground[ _-]?truth|golden|ideal)(?![a-z])/i

/** The config of a new column. It reads the last column with answers, and what they should be, if it reads them. */
export function startConfig(type: ColumnTypeName, columns: readonly Known[]): Config {
  const { start = {}, fields } = forms[type]
  const source = fields.find(
    ({ kind, path }) => kind === 'column' && (path === 'source' || path === 'sources.0'),
  )
  const answers = columns.findLast((column) => answering.includes(column.type))
  const expectedPath = expectedAt[type]
  const expected = columns.find(({ title }) => expectedTitle.test(title))
  if (!answers) return start
  if (!expectedPath || !expected)
    return source ? withValueAt(start, source.path, sourceName(answers, columns)) : start
  const checked = withValueAt(start, source?.path ?? 'sources.0', sourceName(answers, columns))
  return withValueAt(checked, expectedPath, sourceName(expected, columns))
}
