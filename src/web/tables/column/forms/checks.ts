import { type Config, valueAt, withValueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'
import { isOneOf, negate, source } from './shared.ts'

const comparison = 'comparison_type'

/** What one way of comparing has, the others refuse. */
const comparedAs = (config: Config, type: string): Config => withValueAt(config, comparison, { type })

const compare: readonly FieldOf[] = [
  { kind: 'column', path: 'sources.0', label: 'Column' },
  { kind: 'either', path: 'sources.1', valuePath: 'target', value: 'line', label: 'Is equal to' },
  {
    kind: 'choice',
    path: `${comparison}.type`,
    label: 'Compared as',
    choices: [
      { value: 'STRING', label: 'Text' },
      { value: 'NUMBER', label: 'Numbers' },
      { value: 'JSON', label: 'JSON' },
    ],
    chosen: comparedAs,
  },
  {
    kind: 'choice',
    path: `${comparison}.similarity`,
    label: 'Result',
    standard: '',
    choices: [
      { value: '', label: 'Pass or fail: the same text' },
      { value: 'levenshtein', label: 'How alike: edit distance' },
      { value: 'bleu', label: 'How alike: BLEU' },
      { value: 'rouge_l', label: 'How alike: ROUGE-L' },
    ],
    when: isOneOf(`${comparison}.type`, 'STRING'),
  },
  {
    kind: 'choice',
    path: `${comparison}.operator`,
    label: 'The column is',
    standard: 'EQ',
    choices: [
      { value: 'EQ', label: 'equal' },
      { value: 'NE', label: 'not equal' },
      { value: 'GT', label: 'greater' },
      { value: 'GTE', label: 'greater or equal' },
      { value: 'LT', label: 'less' },
      { value: 'LTE', label: 'less or equal' },
    ],
    when: isOneOf(`${comparison}.type`, 'NUMBER'),
  },
  {
    kind: 'number',
    path: `${comparison}.tolerance.absolute`,
    label: 'Within',
    hint: 'Numbers as near as this are equal.',
    when: (config) =>
      valueAt(config, `${comparison}.type`) === 'NUMBER' &&
      [undefined, 'EQ', 'NE'].includes(valueAt(config, `${comparison}.operator`) as string | undefined),
  },
  {
    kind: 'pattern',
    path: `${comparison}.json_path`,
    label: 'Compare the part at',
    placeholder: '$.answer',
    hint: 'A JSONPath; empty compares all of it.',
    when: isOneOf(`${comparison}.type`, 'JSON'),
  },
  {
    kind: 'choice',
    path: `${comparison}.mode`,
    label: 'Result',
    standard: 'equal',
    choices: [
      { value: 'equal', label: 'Pass or fail: the same JSON' },
      { value: 'score', label: 'How much of it is the same' },
    ],
    when: isOneOf(`${comparison}.type`, 'JSON'),
  },
  negate,
]

const judged = isOneOf('output', 'label')

const assertion: readonly FieldOf[] = [
  { ...source, label: 'What is judged' },
  {
    kind: 'either',
    path: 'prompt_source',
    valuePath: 'prompt',
    value: 'text',
    label: 'What has to be true',
    hint: '{name} stands for a variable, filled below.',
  },
  {
    kind: 'choice',
    path: 'output',
    label: 'The judge gives',
    standard: 'boolean',
    choices: [
      { value: 'boolean', label: 'Pass or fail' },
      { value: 'score', label: 'A score' },
      { value: 'label', label: 'A label' },
      { value: 'pairwise', label: 'The better of two' },
    ],
    chosen: (config, output) => ({
      ...withoutOutput(config),
      ...(output !== 'boolean' && { output }),
      ...(output === 'score' && { scale: { min: 1, max: 5 } }),
    }),
  },
  { kind: 'number', path: 'scale.min', label: 'Lowest score', when: isOneOf('output', 'score') },
  { kind: 'number', path: 'scale.max', label: 'Highest score', when: isOneOf('output', 'score') },
  { kind: 'lines', path: 'labels', label: 'Labels', hint: 'One on each line.', when: judged },
  {
    kind: 'lines',
    path: 'passing_labels',
    label: 'Labels that pass',
    hint: 'One on each line; none leaves it out of the score.',
    when: judged,
  },
  {
    kind: 'column',
    path: 'compare_with',
    label: 'Compared with',
    when: isOneOf('output', 'pairwise'),
  },
  { kind: 'mapping', names: 'variables', path: 'variable_mappings', label: 'Variables' },
  { ...negate, when: isOneOf('output', undefined, 'boolean') },
  {
    kind: 'number',
    path: 'repeats',
    label: 'Ask so often, and take the majority',
    placeholder: '1',
    isMore: true,
  },
  {
    kind: 'line',
    path: 'model.provider',
    label: 'Provider of the judge',
    placeholder: 'openai',
    isMore: true,
  },
  {
    kind: 'line',
    path: 'model.name',
    label: 'Model of the judge',
    hint: "Empty: the workspace's own judge.",
    isMore: true,
  },
]

function withoutOutput(config: Config): Config {
  const gone = new Set(['output', 'scale', 'labels', 'passing_labels', 'compare_with', 'negate'])
  return Object.fromEntries(Object.entries(config).filter(([key]) => !gone.has(key)))
}

const valid: readonly FieldOf[] = [
  source,
  {
    kind: 'choice',
    path: 'type',
    label: 'Is valid',
    choices: [
      { value: 'object', label: 'JSON' },
      { value: 'json_schema', label: 'JSON of a schema' },
      { value: 'number', label: 'Number' },
      { value: 'sql', label: 'SQL' },
      { value: 'xml', label: 'XML' },
    ],
    chosen: (config, type) => withValueAt({ ...config, type }, 'json_schema', undefined),
  },
  { kind: 'json', path: 'json_schema', label: 'JSON Schema', when: isOneOf('type', 'json_schema') },
  negate,
]

const trajectory: readonly FieldOf[] = [
  { kind: 'column', path: 'trace_source', label: 'Trace' },
  {
    kind: 'choice',
    path: 'mode',
    label: 'The tools called are',
    standard: 'strict',
    choices: [
      { value: 'strict', label: 'those expected, in their order' },
      { value: 'non_strict', label: 'those expected in order, with others between' },
      { value: 'unordered', label: 'those expected, in any order' },
      { value: 'subset', label: 'among those expected' },
      { value: 'superset', label: 'at least those expected' },
    ],
  },
  {
    kind: 'either',
    path: 'expected_source',
    valuePath: 'accepted_scenarios',
    value: 'json',
    label: 'Expected tools',
    hint: 'Lists of tool names, any of which is a good way: [["search", "answer"]].',
  },
]

export const checks = {
  COMPARE: { fields: compare, start: { sources: [], comparison_type: { type: 'STRING' } } },
  CONTAINS: {
    fields: [
      source,
      { kind: 'either', path: 'value_source', valuePath: 'value', value: 'line', label: 'Contains' },
      negate,
    ] satisfies readonly FieldOf[],
  },
  REGEX: {
    fields: [
      source,
      {
        kind: 'pattern',
        path: 'regex_pattern',
        label: 'Pattern',
        placeholder: '^ORD-\\d{6}$',
        hint: "Python's dialect; it passes when it matches anywhere.",
      },
      negate,
    ] satisfies readonly FieldOf[],
  },
  LLM_ASSERTION: { fields: assertion },
  ASSERT_VALID: { fields: valid, start: { type: 'object' } },
  TRAJECTORY: { fields: trajectory },
}
