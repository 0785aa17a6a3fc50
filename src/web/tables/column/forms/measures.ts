import { type Config, withValueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'
import { source, sources } from './shared.ts'

const count: readonly FieldOf[] = [
  source,
  {
    kind: 'choice',
    path: 'type',
    label: 'Of what',
    standard: 'chars',
    choices: [
      { value: 'chars', label: 'Characters' },
      { value: 'words', label: 'Words' },
      { value: 'sentences', label: 'Sentences' },
      { value: 'paragraphs', label: 'Paragraphs' },
    ],
  },
  { kind: 'number', path: 'min_count', label: 'At least', hint: 'With a bound it passes or fails.' },
  { kind: 'number', path: 'max_count', label: 'At most' },
]

const operators = [
  ['lt', 'is less than'],
  ['le', 'is at most'],
  ['gt', 'is greater than'],
  ['ge', 'is at least'],
  ['eq', 'is equal to'],
  ['ne', 'is not equal to'],
  ['+', 'plus'],
  ['-', 'minus'],
  ['*', 'times'],
  ['/', 'divided by'],
  ['%', 'remainder by'],
  ['**', 'to the power of'],
] as const

const math: readonly FieldOf[] = [
  { kind: 'column', path: 'sources.0', label: 'Column' },
  {
    kind: 'choice',
    path: 'operator',
    label: 'Operator',
    choices: operators.map(([value, label]) => ({ value, label })),
  },
  { kind: 'either', path: 'sources.1', valuePath: 'value', value: 'number', label: 'Second number' },
]

const similarity: readonly FieldOf[] = [
  sources(2, 2, 'From 0 to 1, as an embedding model sees it.'),
  {
    kind: 'line',
    path: 'model',
    label: 'Embedding model',
    hint: "Empty: the workspace's own.",
    isMore: true,
  },
]

const minMax: readonly FieldOf[] = [
  {
    kind: 'choice',
    path: 'type',
    label: 'Takes',
    choices: [
      { value: 'min', label: 'The smallest number' },
      { value: 'max', label: 'The largest number' },
    ],
  },
  sources(1, undefined, 'Across these, and through lists inside them.'),
  {
    kind: 'pattern',
    path: 'json_path',
    label: 'Numbers at',
    placeholder: '$[*].score',
    hint: 'A JSONPath; empty takes the value itself.',
    isMore: true,
  },
]

/** A single column is a list of one: the form knows lists alone. */
const asSources = (config: Config): Config =>
  typeof config['source'] === 'string'
    ? withValueAt({ ...config, sources: [config['source']] }, 'source', undefined)
    : config

export const measures = {
  COUNT: { fields: count, start: { type: 'chars' } },
  COSINE_SIMILARITY: { fields: similarity, start: { sources: [] } },
  ABSOLUTE_NUMERIC_DISTANCE: {
    fields: [sources(2, 2, 'How far the two numbers are apart.')] satisfies readonly FieldOf[],
    start: { sources: [] },
  },
  MATH_OPERATOR: { fields: math, start: { sources: [], operator: 'ge' } },
  MIN_MAX: { fields: minMax, start: { sources: [], type: 'max' }, opened: asSources },
}
