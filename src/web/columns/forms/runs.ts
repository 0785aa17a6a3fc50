import { withValueAt } from '../config.ts'
import type { HandwrittenField } from '../field-spec.ts'
import type { Form } from '../form.ts'
import { human } from './human.ts'
import { isOneOf, modelAt } from './shared.ts'

const code: readonly HandwrittenField[] = [
  {
    path: 'language',
    label: 'Language',
    words: { PYTHON: 'Python', JAVASCRIPT: 'JavaScript' },
    chosen: (config, language) => ({
      ...config,
      language,
      code: Object.values(initialCode).includes(String(config['code']))
        ? initialCode[language]
        : config['code'],
    }),
  },
  {
    path: 'code',
    label: 'Code',
    as: 'code',
    hint: 'data["Title"] reads a column of the row. Return true or false for a check, a number for a score, or any other value.',
  },
]

const initialCode: Readonly<Record<string, string>> = {
  PYTHON: 'return None',
  JAVASCRIPT: 'return null',
}

const endpoint: readonly HandwrittenField[] = [
  {
    path: 'url',
    label: 'Address',
    placeholder: 'https://example.com/score',
    hint: 'Galley sends the row as JSON with POST. The answer becomes the value of the cell.',
  },
  { path: 'headers', label: 'Headers' },
  { path: 'timeout', label: 'Timeout in seconds', placeholder: '30', isMore: true },
  {
    path: 'payload',
    label: 'Sends',
    defaultValue: 'flat',
    words: { flat: 'The row itself', wrapped: 'The row in the field "data"' },
    isMore: true,
  },
]

const simulator: readonly HandwrittenField[] = [
  { kind: 'prompt', path: 'template', label: 'Prompt' },
  {
    kind: 'either',
    path: 'user_persona_source',
    valuePath: 'user_persona',
    value: 'text',
    label: 'Persona',
    hint: 'A model plays this person and writes the messages of the user: “An angry customer whose parcel is late.”',
  },
  {
    kind: 'either',
    path: 'conversation_completed_prompt_source',
    valuePath: 'conversation_completed_prompt',
    value: 'text',
    label: 'Ends when',
    hint: 'In words: “The customer has a date for the refund.” Empty: when the persona has what they wanted, or gives up.',
    isMore: true,
  },
  { path: 'max_turns', label: 'Maximum turns', placeholder: '10', hint: 'Answers of your prompt.' },
  { path: 'is_user_first', label: 'The persona writes first' },
  {
    path: 'conversation_samples',
    label: 'Sample conversations',
    hint: 'A list of conversations, each a list of messages, whose tone the persona takes.',
    isMore: true,
  },
]

/** Settings of a prompt's run; inside a loop they are at the loop's path. */
const runSettings = (base: string, when: Pick<HandwrittenField, 'when'>): readonly HandwrittenField[] =>
  [
    ...modelAt(`${base}engine`, 'model', {
      model: 'Another model',
      parameters: 'Parameters of that model',
      placeholder: "The prompt's own model",
    }),
    {
      path: `${base}chat_history_source`,
      label: 'Conversation so far',
      hint: 'A column with a list of messages; they follow the messages of the prompt.',
      isMore: true as const,
    },
    {
      path: `${base}return_template_only`,
      label: 'Only fill in the prompt, without calling a model',
      isMore: true as const,
    },
    {
      path: `${base}hydrate_input_variables`,
      label: 'Fill in the variables',
      isMore: true as const,
    },
    {
      path: `${base}verbose`,
      label: 'Return the whole answer, not only its text',
      isMore: true as const,
    },
    {
      path: `${base}measure_first_token`,
      label: 'Measure the time to the first token',
      hint: 'Answers are read as streams, which takes more processor time.',
      isMore: true as const,
    },
  ].map((field) => ({ ...field, ...when }))

const loopType: HandwrittenField = {
  path: 'loop_type',
  label: 'Repeats',
  words: { prompt: 'A prompt', workflow: 'A workflow' },
  chosen: (config, loop_type) =>
    withValueAt(
      withValueAt({ ...config, loop_type }, 'prompt_config', undefined),
      'workflow_config',
      undefined,
    ),
}

const isPrompt = { when: isOneOf('loop_type', 'prompt') }
const isWorkflow = { when: isOneOf('loop_type', 'workflow') }

const version: HandwrittenField = {
  path: 'workflow_version_id',
  label: 'Version by ID',
  hint: 'Instead of a version number or label.',
  isMore: true,
}

const body: readonly HandwrittenField[] = [
  loopType,
  { kind: 'prompt', path: 'prompt_config', label: 'Prompt', inLoop: true, ...isPrompt },
  { kind: 'workflow', path: 'workflow_config', label: 'Workflow', inLoop: true, ...isWorkflow },
]

const otherBodyFields: readonly HandwrittenField[] = [
  {
    path: 'variable_mappings',
    label: 'More variables',
    hint: 'Variables of the repeated prompt or workflow; the field above takes precedence.',
    isMore: true,
  },
  ...runSettings('prompt_config.', isPrompt),
  { ...version, path: `workflow_config.${version.path}`, ...isWorkflow },
  { path: 'return_all_outputs', label: 'All outputs of the workflow', isMore: true, ...isWorkflow },
]

const hiddenFieldsIn = (base: string): Readonly<Record<string, string>> => ({
  [`${base}inline_template.inline`]: 'True is its only valid value.',
})

export const runs = {
  PROMPT_TEMPLATE: {
    fields: [{ kind: 'prompt', path: 'template', label: 'Prompt' }, ...runSettings('', {})],
    hidden: hiddenFieldsIn(''),
  },
  CODE_EXECUTION: { fields: code, start: { language: 'PYTHON', code: initialCode['PYTHON'] } },
  ENDPOINT: { fields: endpoint },
  MCP: { fields: [{ kind: 'mcp', path: 'mcp_server_id', label: 'Server' }] },
  WORKFLOW: {
    fields: [
      { kind: 'workflow', path: 'workflow_id', label: 'Workflow' },
      version,
      {
        path: 'propagate_errors',
        label: 'Require every input',
        hint: 'A row that lacks one of these values fails before the workflow runs.',
        isMore: true,
      },
    ],
  },
  CONVERSATION_SIMULATOR: { fields: simulator, hidden: hiddenFieldsIn('') },
  COMPOSITION: { fields: [{ kind: 'composition', path: 'source', label: 'Column' }] },
  FOR_LOOP: {
    fields: [
      {
        kind: 'either',
        path: 'iterator_source',
        valuePath: 'max_iterations',
        value: 'number',
        label: 'For each item of',
        hint: 'A column with lists; a fixed value is the number of iterations.',
      },
      ...body,
      ...otherBodyFields,
    ],
    start: { loop_type: 'prompt' },
    hidden: hiddenFieldsIn('prompt_config.'),
  },
  WHILE_LOOP: {
    fields: [
      ...body,
      {
        path: 'end_condition_json_path',
        label: 'Until this is true in the output',
        placeholder: '$.done',
        hint: 'A JSONPath. Empty: repeats until there is no output.',
      },
      { path: 'max_iterations', label: 'Maximum iterations', placeholder: '10' },
      ...otherBodyFields,
    ],
    start: { loop_type: 'prompt' },
    hidden: hiddenFieldsIn('prompt_config.'),
  },
  HUMAN: { fields: human, start: { data_type: 'number', ui_element: { type: 'rating', min: 1, max: 5 } } },
} as const satisfies Readonly<Record<string, Form>>
