import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { type Config, withValueAt } from './config.ts'
import { forms } from './kinds.ts'
import { sourceName } from './source-name.ts'

interface ExistingColumn {
  readonly id: string
  readonly title: string
  readonly type: ColumnTypeName
}

/** Types whose cells are answers. A new check or extraction probably reads one of them. */
const answerTypes: readonly ColumnTypeName[] = [
  ...(['PROMPT_TEMPLATE', 'WORKFLOW', 'CONVERSATION_SIMULATOR', 'ENDPOINT', 'MCP'] as const),
]

/** The path of the expected value in the config of a type. */
const expectedPaths: Partial<Readonly<Record<ColumnTypeName, string>>> = {
  CONTAINS: 'value_source',
  COMPARE: 'sources.1',
  COSINE_SIMILARITY: 'sources.1',
}

/** Titles of columns with the right answers: "expected", "Expected answer", "ground_truth". */
const expectedTitle = /^(expected|reference|ground[ _-]?truth|golden|ideal)(?![a-z])/i

/** The config of a new column. A check or extraction reads the last column with answers, and a column of expected ones. */
export function startConfig(type: ColumnTypeName, columns: readonly ExistingColumn[]): Config {
  const { start = {}, fields } = forms[type]
  const source = fields.find(
    ({ kind, path }) => kind === 'column' && (path === 'source' || path === 'sources.0'),
  )
  const answers = columns.findLast((column) => answerTypes.includes(column.type))
  const expectedPath = expectedPaths[type]
  const expected = columns.find(({ title }) => expectedTitle.test(title))
  if (!answers) return start
  if (!expectedPath || !expected)
    return source ? withValueAt(start, source.path, sourceName(answers, columns)) : start
  const checked = withValueAt(start, source?.path ?? 'sources.0', sourceName(answers, columns))
  return withValueAt(checked, expectedPath, sourceName(expected, columns))
}
