import { Refusal } from '../refusal.ts'

/** The 31 types of the founding document, in its order. */
export const columnTypeNames = [
  'TEXT',
  'ABSOLUTE_NUMERIC_DISTANCE',
  'AI_DATA_EXTRACTION',
  'APPLY_DIFF',
  'ASSERT_VALID',
  'COALESCE',
  'CONDITION',
  'CODE_EXECUTION',
  'COMBINE_COLUMNS',
  'COMPARE',
  'COMPOSITION',
  'CONTAINS',
  'CONVERSATION_SIMULATOR',
  'COSINE_SIMILARITY',
  'COUNT',
  'ENDPOINT',
  'FOR_LOOP',
  'HUMAN',
  'JSON_PATH',
  'LLM_ASSERTION',
  'MATH_OPERATOR',
  'MCP',
  'MIN_MAX',
  'PARSE_VALUE',
  'PROMPT_TEMPLATE',
  'REGEX',
  'REGEX_EXTRACTION',
  'VARIABLE',
  'WHILE_LOOP',
  'WORKFLOW',
  'XML_PATH',
] as const

/** Types that the SDKs create and the published list lacks. */
export const unpublishedTypeNames = ['TRACE', 'TRAJECTORY'] as const

export type ColumnTypeName = (typeof columnTypeNames)[number] | (typeof unpublishedTypeNames)[number]

const aliases: Readonly<Record<string, ColumnTypeName>> = {
  text: 'TEXT',
  prompt_template: 'PROMPT_TEMPLATE',
  llm: 'PROMPT_TEMPLATE',
  code: 'CODE_EXECUTION',
  score: 'LLM_ASSERTION',
  comparison: 'COMPARE',
  compare: 'COMPARE',
  composition: 'COMPOSITION',
}

/** Other names for types, accepted when a column is created. */
export const columnTypeAliases = Object.keys(aliases)

const names: ReadonlySet<string> = new Set([...columnTypeNames, ...unpublishedTypeNames])

/** The type for a name of a create request. Throws Refusal('bad_request'). */
export function readColumnType(typeName: string): ColumnTypeName {
  if (names.has(typeName)) return typeName as ColumnTypeName
  if (Object.hasOwn(aliases, typeName)) return aliases[typeName]!
  throw new Refusal('bad_request', `type: ${reason(typeName)}`, { loc: ['body', 'type'] })
}

function reason(typeName: string): string {
  if (typeName === 'DATASET') return 'DATASET columns belong to legacy evaluations and cannot be created.'
  if (typeName === 'CODING_AGENT')
    return 'CODING_AGENT is a type of legacy evaluations and workflows, not of tables.'
  return 'is none of the column types.'
}
