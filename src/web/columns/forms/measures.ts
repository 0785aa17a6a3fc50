import { type Config, withValueAt } from '../config.ts'
import type { Form } from '../form.ts'
import { source, sources } from './shared.ts'

/** Makes a single column a list of one, because the form edits a list. */
const asSources = (config: Config): Config =>
  typeof config['source'] === 'string'
    ? withValueAt({ ...config, sources: [config['source']] }, 'source', undefined)
    : config

export const measures = {
  COUNT: {
    fields: [
      source,
      {
        path: 'type',
        label: 'Count',
        words: { chars: 'Characters', words: 'Words', sentences: 'Sentences', paragraphs: 'Paragraphs' },
      },
      { path: 'min_count', label: 'At least', hint: 'With a limit, the column passes or fails.' },
      { path: 'max_count', label: 'At most' },
    ],
    start: { type: 'chars' },
  },
  COSINE_SIMILARITY: {
    fields: [
      sources('The similarity from 0 to 1, by an embedding model.'),
      {
        path: 'model',
        label: 'Embedding model',
        as: 'line',
        hint: 'Empty: the default of the workspace.',
        isMore: true,
      },
    ],
    start: { sources: [] },
  },
  ABSOLUTE_NUMERIC_DISTANCE: {
    fields: [sources('The distance between the two numbers.')],
    start: { sources: [] },
  },
  MATH_OPERATOR: {
    fields: [
      { kind: 'column', path: 'sources.0', label: 'Column' },
      {
        path: 'operator',
        label: 'Operator',
        words: {
          lt: 'is less than',
          le: 'is at most',
          gt: 'is greater than',
          ge: 'is at least',
          eq: 'is equal to',
          ne: 'is not equal to',
          '+': 'plus',
          '-': 'minus',
          '*': 'times',
          '/': 'divided by',
          '%': 'remainder by',
          '**': 'to the power of',
        },
      },
      { kind: 'either', path: 'sources.1', valuePath: 'value', value: 'number', label: 'Second number' },
    ],
    start: { sources: [], operator: 'ge' },
  },
  MIN_MAX: {
    fields: [
      {
        path: 'type',
        label: 'Takes',
        words: { min: 'The smallest number', max: 'The largest number' },
      },
      sources('The number is searched in all of them, also inside lists.'),
      {
        path: 'json_path',
        label: 'Numbers at',
        placeholder: '$[*].score',
        hint: 'A JSONPath. Empty takes the value itself.',
        isMore: true,
      },
    ],
    start: { sources: [], type: 'max' },
    opened: asSources,
    hidden: { source: 'A single column is a list of one.' },
  },
} as const satisfies Readonly<Record<string, Form>>
