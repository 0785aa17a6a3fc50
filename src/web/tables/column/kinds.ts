import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import type { Config } from './config.ts'

/** One control of a form, about the config's value at `path`. */
export type FieldOf =
  | { readonly kind: 'column' | 'line' | 'text' | 'code'; readonly path: string; readonly label: string }
  | {
      readonly kind: 'choice'
      readonly path: string
      readonly label: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly kind: 'switch'; readonly path: string; readonly label: string }
  /** Another column, or a value written here: never both. */
  | { readonly kind: 'either'; readonly path: string; readonly valuePath: string; readonly label: string }

export interface Kind {
  readonly name: string
  /** None: the config is written as JSON. */
  readonly fields?: readonly FieldOf[]
  readonly start?: Config
}

const source: FieldOf = { kind: 'column', path: 'source', label: 'Column' }
const negate: FieldOf = { kind: 'switch', path: 'negate', label: 'Pass when it is not so' }

export const kinds: Readonly<Record<ColumnTypeName, Kind>> = {
  TEXT: { name: 'Text', fields: [] },
  PROMPT_TEMPLATE: { name: 'Prompt', start: {} },
  LLM_ASSERTION: {
    name: 'Judged by a model',
    fields: [source, { kind: 'text', path: 'prompt', label: 'What has to be true' }, negate],
  },
  CODE_EXECUTION: {
    name: 'Code',
    fields: [
      {
        kind: 'choice',
        path: 'language',
        label: 'Language',
        choices: [
          { value: 'PYTHON', label: 'Python' },
          { value: 'JAVASCRIPT', label: 'JavaScript' },
        ],
      },
      { kind: 'code', path: 'code', label: 'Body of a function of data, the row' },
    ],
    start: { language: 'PYTHON', code: 'return None' },
  },
  COMPARE: {
    name: 'Compare',
    fields: [
      { kind: 'column', path: 'sources.0', label: 'Column' },
      { kind: 'either', path: 'sources.1', valuePath: 'target', label: 'Is equal to' },
      {
        kind: 'choice',
        path: 'comparison_type.type',
        label: 'Compared as',
        choices: [
          { value: 'STRING', label: 'Text' },
          { value: 'NUMBER', label: 'Numbers' },
          { value: 'JSON', label: 'JSON' },
        ],
      },
      negate,
    ],
    start: { sources: [], comparison_type: { type: 'STRING' } },
  },
  CONTAINS: {
    name: 'Contains',
    fields: [source, { kind: 'either', path: 'value_source', valuePath: 'value', label: 'Contains' }, negate],
  },
  REGEX: {
    name: 'Matches a pattern',
    fields: [source, { kind: 'line', path: 'regex_pattern', label: 'Pattern' }, negate],
  },
  REGEX_EXTRACTION: {
    name: 'What a pattern matches',
    fields: [source, { kind: 'line', path: 'regex_pattern', label: 'Pattern' }],
  },
  JSON_PATH: {
    name: 'JSON path',
    fields: [
      source,
      { kind: 'line', path: 'json_path', label: 'JSONPath' },
      { kind: 'switch', path: 'return_first_match', label: 'The first match alone' },
    ],
    start: { return_first_match: true },
  },
  COUNT: {
    name: 'Count',
    fields: [
      source,
      {
        kind: 'choice',
        path: 'type',
        label: 'Of what',
        choices: [
          { value: 'chars', label: 'Characters' },
          { value: 'words', label: 'Words' },
          { value: 'sentences', label: 'Sentences' },
          { value: 'paragraphs', label: 'Paragraphs' },
        ],
      },
    ],
    start: { type: 'chars' },
  },
  PARSE_VALUE: {
    name: 'Read as',
    fields: [
      source,
      {
        kind: 'choice',
        path: 'type',
        label: 'Read as',
        choices: [
          { value: 'string', label: 'Text' },
          { value: 'number', label: 'Number' },
          { value: 'boolean', label: 'True or false' },
          { value: 'object', label: 'JSON' },
        ],
      },
    ],
    start: { type: 'number' },
  },
  COALESCE: {
    name: 'The first that is there',
    fields: [
      { kind: 'column', path: 'sources.0', label: 'Column' },
      { kind: 'column', path: 'sources.1', label: 'Else' },
    ],
    start: { sources: [] },
  },
  ABSOLUTE_NUMERIC_DISTANCE: { name: 'Distance of numbers' },
  AI_DATA_EXTRACTION: { name: 'Extracted by a model' },
  APPLY_DIFF: { name: 'Diff applied' },
  ASSERT_VALID: { name: 'Is valid' },
  CONDITION: { name: 'Condition' },
  COMBINE_COLUMNS: { name: 'Columns combined' },
  COMPOSITION: { name: 'Another sheet' },
  CONVERSATION_SIMULATOR: { name: 'Conversation' },
  COSINE_SIMILARITY: { name: 'Similarity of meaning' },
  ENDPOINT: { name: 'HTTP endpoint' },
  FOR_LOOP: { name: 'Loop over a list' },
  HUMAN: { name: 'Answered by a person' },
  MATH_OPERATOR: { name: 'Compare or compute numbers' },
  MCP: { name: 'MCP tool' },
  MIN_MAX: { name: 'Smallest or largest' },
  VARIABLE: { name: 'Fixed value' },
  WHILE_LOOP: { name: 'Loop while' },
  WORKFLOW: { name: 'Workflow' },
  XML_PATH: { name: 'XML path' },
  TRACE: { name: 'Trace' },
  TRAJECTORY: { name: 'Trajectory' },
}

export const groups: readonly { readonly name: string; readonly types: readonly ColumnTypeName[] }[] = [
  { name: 'Input', types: ['TEXT', 'VARIABLE', 'HUMAN'] },
  {
    name: 'Run',
    types: [
      'PROMPT_TEMPLATE',
      'CODE_EXECUTION',
      'ENDPOINT',
      'MCP',
      'WORKFLOW',
      'CONVERSATION_SIMULATOR',
      'COMPOSITION',
      'TRACE',
    ],
  },
  { name: 'Check', types: ['COMPARE', 'CONTAINS', 'REGEX', 'LLM_ASSERTION', 'ASSERT_VALID', 'TRAJECTORY'] },
  {
    name: 'Extract',
    types: ['JSON_PATH', 'XML_PATH', 'REGEX_EXTRACTION', 'AI_DATA_EXTRACTION', 'PARSE_VALUE'],
  },
  {
    name: 'Measure',
    types: ['COUNT', 'COSINE_SIMILARITY', 'ABSOLUTE_NUMERIC_DISTANCE', 'MATH_OPERATOR', 'MIN_MAX'],
  },
  { name: 'Combine', types: ['COMBINE_COLUMNS', 'COALESCE', 'APPLY_DIFF'] },
  { name: 'Flow', types: ['CONDITION', 'FOR_LOOP', 'WHILE_LOOP'] },
]
