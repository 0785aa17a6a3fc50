import { type Config, valueAt, withValueAt } from '../config.ts'
import type { HandwrittenField } from '../field-spec.ts'
import type { Form } from '../form.ts'
import { isOneOf, modelAt, negate, source } from './shared.ts'

const comparison = 'comparison_type'

/** A config with a kind of comparison and none of the fields of the other kinds, which the engine refuses. */
const comparedAs = (config: Config, type: string): Config => withValueAt(config, comparison, { type })

const isText = isOneOf(`${comparison}.type`, 'STRING')
const isJson = isOneOf(`${comparison}.type`, 'JSON')
const isNumber = isOneOf(`${comparison}.type`, 'NUMBER')
const isEquality = isOneOf(`${comparison}.operator`, undefined, null, 'EQ', 'NE')
const hasTolerance = (config: Config) => isNumber(config) && isEquality(config)

const compare: readonly HandwrittenField[] = [
  { kind: 'column', path: 'sources.0', label: 'Column' },
  { kind: 'either', path: 'sources.1', valuePath: 'target', value: 'text', label: 'Is compared with' },
  {
    path: `${comparison}.type`,
    label: 'Compared as',
    words: { STRING: 'Text', NUMBER: 'Numbers', JSON: 'JSON' },
    chosen: comparedAs,
  },
  {
    path: `${comparison}.similarity`,
    label: 'Result',
    none: 'Pass or fail: the same text',
    words: {
      levenshtein: 'Similarity: edit distance',
      bleu: 'Similarity: BLEU with add-one smoothing',
      sacrebleu: 'Similarity: BLEU as sacrebleu computes it',
      rouge_l: 'Similarity: ROUGE-L',
    },
    hint: 'Both BLEU scores are sentence scores from 0 to 1. The second has the settings of sacrebleu (tokenizer 13a, exponential smoothing, effective order), whose 100 is 1 here.',
    when: isText,
  },
  {
    path: `${comparison}.operator`,
    label: 'The column is',
    defaultValue: 'EQ',
    words: {
      EQ: 'equal',
      NE: 'not equal',
      GT: 'greater',
      GTE: 'greater or equal',
      LT: 'less',
      LTE: 'less or equal',
    },
    chosen: (config, operator) => {
      const chosen = withValueAt(config, `${comparison}.operator`, operator === 'EQ' ? undefined : operator)
      return isEquality(chosen) ? chosen : withValueAt(chosen, `${comparison}.tolerance`, undefined)
    },
    when: isNumber,
  },
  {
    path: `${comparison}.tolerance.absolute`,
    label: 'Within',
    hint: 'Numbers within this distance are equal.',
    when: hasTolerance,
  },
  {
    path: `${comparison}.tolerance.relative`,
    label: 'Or within a relative distance',
    placeholder: '0.05',
    hint: '0.05 is 5 % of the larger number.',
    when: hasTolerance,
    isMore: true,
  },
  {
    path: `${comparison}.json_path`,
    label: 'Compare the part at',
    placeholder: '$.answer',
    hint: 'A JSONPath. Empty compares the whole value.',
    when: isJson,
  },
  {
    path: `${comparison}.mode`,
    label: 'Result',
    defaultValue: 'equal',
    words: { equal: 'Pass or fail: the same JSON', score: 'Share of equal parts' },
    when: isJson,
  },
  negate,
]

const returnsLabel = isOneOf('output', 'label')
const returnsScore = isOneOf('output', 'score')

const assertion: readonly HandwrittenField[] = [
  { ...source, label: 'Judged column' },
  {
    kind: 'either',
    path: 'prompt_source',
    valuePath: 'prompt',
    value: 'assertions',
    label: 'Assertion',
    hint: '{name} stands for a variable, filled below.',
  },
  {
    path: 'output',
    label: 'Judge returns',
    defaultValue: 'boolean',
    words: { boolean: 'Pass or fail', score: 'A score', label: 'A label', pairwise: 'The better of two' },
    chosen: (config, output) => ({
      ...withoutOutput(config),
      ...(output !== 'boolean' && { output }),
      ...(output === 'score' && { scale: { min: 1, max: 5 } }),
    }),
  },
  { path: 'scale.min', label: 'Lowest score', when: returnsScore },
  { path: 'scale.max', label: 'Highest score', when: returnsScore },
  { path: 'labels', label: 'Labels', hint: 'One on each line.', when: returnsLabel },
  {
    path: 'passing_labels',
    label: 'Labels that pass',
    hint: 'One on each line. Empty: the column does not count in the score.',
    when: returnsLabel,
  },
  { path: 'compare_with', label: 'Compared with', when: isOneOf('output', 'pairwise') },
  { path: 'variable_mappings', label: 'Variables' },
  {
    ...negate,
    when: (config) =>
      isOneOf('output', undefined, 'boolean')(config) || valueAt(config, 'passing_labels') !== undefined,
  },
  {
    path: 'repeats',
    label: 'Repeats (majority wins)',
    placeholder: '1',
    hint: "A single call has temperature 0; repeated calls have the model's default temperature. Set another one in the parameters.",
    isMore: true,
  },
  ...modelAt('model', 'name', {
    model: 'Model of the judge',
    parameters: 'Parameters of the judge',
    placeholder: 'The default of the workspace',
    isInSight: true,
  }),
]

function withoutOutput(config: Config): Config {
  const outputKeys = new Set(['output', 'scale', 'labels', 'passing_labels', 'compare_with', 'negate'])
  return Object.fromEntries(Object.entries(config).filter(([key]) => !outputKeys.has(key)))
}

const valid: readonly HandwrittenField[] = [
  source,
  {
    path: 'type',
    label: 'Is valid',
    words: {
      object: 'JSON',
      json_schema: 'JSON of a schema',
      number: 'Number',
      sql: 'SQL',
      xml: 'XML',
    },
    chosen: (config, type) => withValueAt({ ...config, type }, 'json_schema', undefined),
  },
  { path: 'json_schema', label: 'JSON Schema', when: isOneOf('type', 'json_schema') },
  negate,
]

const trajectory: readonly HandwrittenField[] = [
  { path: 'trace_source', label: 'Trace' },
  {
    path: 'mode',
    label: 'The tools called are',
    words: {
      strict: 'the expected tools, in order',
      non_strict: 'the expected tools in order, with other tools between',
      unordered: 'the expected tools, in any order',
      subset: 'expected tools only',
      superset: 'at least the expected tools',
    },
  },
  {
    kind: 'either',
    path: 'expected_source',
    valuePath: 'accepted_scenarios',
    value: 'scenarios',
    label: 'Expected tools',
  },
]

export const checks = {
  COMPARE: { fields: compare, start: { sources: [], comparison_type: { type: 'STRING' } } },
  CONTAINS: {
    fields: [
      source,
      { kind: 'either', path: 'value_source', valuePath: 'value', value: 'text', label: 'Contains' },
      negate,
    ],
  },
  REGEX: {
    fields: [
      source,
      {
        path: 'regex_pattern',
        label: 'Pattern',
        placeholder: '^ORD-\\d{6}$',
        hint: 'Python syntax. Passes if it matches anywhere in the text.',
      },
      negate,
    ],
  },
  LLM_ASSERTION: { fields: assertion },
  ASSERT_VALID: { fields: valid, start: { type: 'object' } },
  TRAJECTORY: { fields: trajectory },
} as const satisfies Readonly<Record<string, Form>>
