import { type Config, valueAt, withValueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'
import { isOneOf } from './shared.ts'

const code: readonly FieldOf[] = [
  {
    kind: 'choice',
    path: 'language',
    label: 'Language',
    choices: [
      { value: 'PYTHON', label: 'Python' },
      { value: 'JAVASCRIPT', label: 'JavaScript' },
    ],
    chosen: (config, language) => ({
      ...config,
      language,
      code: Object.values(starts).includes(String(config['code'])) ? starts[language] : config['code'],
    }),
  },
  {
    kind: 'code',
    path: 'code',
    label: 'Code',
    hint: 'The body of a function of data, the row: data["Title"] reads a column, return gives the value.',
  },
]

const starts: Readonly<Record<string, string>> = {
  PYTHON: 'return None',
  JAVASCRIPT: 'return null',
}

const endpoint: readonly FieldOf[] = [
  {
    kind: 'line',
    path: 'url',
    label: 'Address',
    placeholder: 'https://example.com/score',
    hint: 'Gets the row as JSON with POST; its answer is the value.',
  },
  { kind: 'mapping', names: 'headers', path: 'headers', label: 'Headers' },
  { kind: 'number', path: 'timeout', label: 'Seconds to wait', placeholder: '30', isMore: true },
  {
    kind: 'choice',
    path: 'payload',
    label: 'Sends',
    standard: 'flat',
    choices: [
      { value: 'flat', label: 'The row itself' },
      { value: 'wrapped', label: 'The row inside data' },
    ],
    isMore: true,
  },
]

const simulator: readonly FieldOf[] = [
  { kind: 'prompt', path: 'template', label: 'Prompt' },
  {
    kind: 'either',
    path: 'user_persona_source',
    valuePath: 'user_persona',
    value: 'text',
    label: 'Who talks to it',
  },
  {
    kind: 'either',
    path: 'conversation_completed_prompt_source',
    valuePath: 'conversation_completed_prompt',
    value: 'text',
    label: 'It is over when',
    isMore: true,
  },
  { kind: 'number', path: 'max_turns', label: 'Turns at most', placeholder: '10' },
  { kind: 'switch', path: 'is_user_first', label: 'The persona begins' },
  { kind: 'json', path: 'conversation_samples', label: 'Sample conversations', isMore: true },
]

const composition: readonly FieldOf[] = [
  {
    kind: 'line',
    path: 'source',
    label: 'Column',
    placeholder: 'Table.Sheet.Column',
    hint: 'Shows the cells of that column, row by row.',
  },
]

const body = (loop: 'prompt' | 'workflow'): FieldOf =>
  loop === 'prompt'
    ? {
        kind: 'prompt',
        path: 'prompt_config',
        label: 'Prompt',
        inLoop: true,
        when: isOneOf('loop_type', 'prompt'),
      }
    : {
        kind: 'workflow',
        path: 'workflow_config',
        label: 'Workflow',
        inLoop: true,
        when: isOneOf('loop_type', 'workflow'),
      }

const looped: FieldOf = {
  kind: 'choice',
  path: 'loop_type',
  label: 'Repeats',
  choices: [
    { value: 'prompt', label: 'A prompt' },
    { value: 'workflow', label: 'A workflow' },
  ],
  chosen: (config, loop_type) =>
    withValueAt(
      withValueAt({ ...config, loop_type }, 'prompt_config', undefined),
      'workflow_config',
      undefined,
    ),
}

const allOutputs: FieldOf = {
  kind: 'switch',
  path: 'return_all_outputs',
  label: 'All outputs of the workflow',
  when: isOneOf('loop_type', 'workflow'),
  isMore: true,
}

const forLoop: readonly FieldOf[] = [
  {
    kind: 'either',
    path: 'iterator_source',
    valuePath: 'max_iterations',
    value: 'number',
    label: 'For each item of',
    hint: 'A column with lists; a fixed value is how often.',
  },
  looped,
  body('prompt'),
  body('workflow'),
  allOutputs,
]

const whileLoop: readonly FieldOf[] = [
  looped,
  body('prompt'),
  body('workflow'),
  {
    kind: 'pattern',
    path: 'end_condition_json_path',
    label: 'Until this is true in the output',
    placeholder: '$.done',
    hint: 'A JSONPath; empty: until there is no output.',
  },
  { kind: 'number', path: 'max_iterations', label: 'At most so often', placeholder: '10' },
  allOutputs,
]

const human: readonly FieldOf[] = [
  {
    kind: 'choice',
    path: 'ui_element.type',
    label: 'A person answers with',
    choices: [
      { value: 'rating', label: 'A rating' },
      { value: 'select', label: 'One of some words' },
      { value: 'number', label: 'A number' },
      { value: 'slider', label: 'A number on a scale' },
      { value: 'text', label: 'Text' },
    ],
    chosen: (config, type) => ({
      ...config,
      data_type: type === 'text' || type === 'select' ? 'string' : 'number',
      ui_element: {
        type,
        ...(type === 'rating' && { min: 1, max: 5 }),
        ...(valueAt(config, 'ui_element.prompt') !== undefined && {
          prompt: valueAt(config, 'ui_element.prompt'),
        }),
      },
    }),
  },
  { kind: 'text', path: 'ui_element.prompt', label: 'Question', placeholder: 'How helpful is the answer?' },
  { kind: 'lines', path: 'ui_element.options', label: 'Words', hint: 'One on each line.', when: isSelect },
  { kind: 'number', path: 'ui_element.min', label: 'Lowest', when: isNumber },
  { kind: 'number', path: 'ui_element.max', label: 'Highest', when: isNumber },
  { kind: 'number', path: 'ui_element.step', label: 'Step', placeholder: '1', when: isNumber, isMore: true },
]

function isSelect(config: Config): boolean {
  return valueAt(config, 'ui_element.type') === 'select'
}

function isNumber(config: Config): boolean {
  return config['data_type'] === 'number'
}

export const runs = {
  PROMPT_TEMPLATE: {
    fields: [{ kind: 'prompt', path: 'template', label: 'Prompt' }] satisfies readonly FieldOf[],
  },
  CODE_EXECUTION: { fields: code, start: { language: 'PYTHON', code: starts['PYTHON'] } },
  ENDPOINT: { fields: endpoint },
  MCP: { fields: [{ kind: 'mcp', path: 'mcp_server_id', label: 'Server' }] satisfies readonly FieldOf[] },
  WORKFLOW: {
    fields: [{ kind: 'workflow', path: 'workflow_id', label: 'Workflow' }] satisfies readonly FieldOf[],
  },
  CONVERSATION_SIMULATOR: { fields: simulator },
  COMPOSITION: { fields: composition },
  FOR_LOOP: { fields: forLoop, start: { loop_type: 'prompt' } },
  WHILE_LOOP: { fields: whileLoop, start: { loop_type: 'prompt' } },
  HUMAN: {
    fields: human,
    start: { data_type: 'number', ui_element: { type: 'rating', min: 1, max: 5 } },
  },
}
