import type { ColumnTypeName } from '../../engine/columns/names.ts'
import type { Kind } from '../design/index.ts'

const kinds: Readonly<Record<ColumnTypeName, Kind>> = {
  TEXT: 'text',
  VARIABLE: 'text',
  COMPOSITION: 'text',
  HUMAN: 'person',
  TRACE: 'retriever',
  PROMPT_TEMPLATE: 'prompt',
  CONVERSATION_SIMULATOR: 'model',
  CODE_EXECUTION: 'code',
  ENDPOINT: 'address',
  MCP: 'tool',
  WORKFLOW: 'workflow',
  CONDITION: 'workflow',
  FOR_LOOP: 'workflow',
  WHILE_LOOP: 'workflow',
  LLM_ASSERTION: 'judge',
  COMPARE: 'check',
  CONTAINS: 'check',
  REGEX: 'check',
  ASSERT_VALID: 'check',
  TRAJECTORY: 'check',
  JSON_PATH: 'extract',
  XML_PATH: 'extract',
  REGEX_EXTRACTION: 'extract',
  AI_DATA_EXTRACTION: 'extract',
  PARSE_VALUE: 'extract',
  COUNT: 'calculation',
  MATH_OPERATOR: 'calculation',
  MIN_MAX: 'calculation',
  ABSOLUTE_NUMERIC_DISTANCE: 'calculation',
  COSINE_SIMILARITY: 'calculation',
  COMBINE_COLUMNS: 'text',
  COALESCE: 'text',
  APPLY_DIFF: 'text',
}

/** The icon of a column or node type. */
export const kindOf = (type: ColumnTypeName): Kind => kinds[type]
