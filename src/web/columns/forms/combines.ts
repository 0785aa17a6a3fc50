import type { Form } from '../form.ts'
import { sources } from './shared.ts'

export const combines = {
  TEXT: { fields: [] },
  TRACE: { fields: [] },
  VARIABLE: {
    fields: [{ kind: 'constant', path: 'value', label: 'Value' }],
    start: { value: { type: 'string', value: '' } },
  },
  COMBINE_COLUMNS: {
    fields: [
      sources(),
      {
        path: 'format',
        label: 'As text',
        placeholder: '{Question}: {Answer}',
        hint: '{Title} stands for a column. Empty: an object with all columns.',
      },
      {
        path: 'separator',
        label: 'Or joined with',
        as: 'line',
        placeholder: ', ',
        when: ({ format }) => format === undefined || format === '',
      },
    ],
    start: { sources: [] },
  },
  COALESCE: {
    fields: [
      sources('The first column with a value is used.'),
      { path: 'skip_empty', label: 'Skip empty text' },
      { path: 'skip_failed', label: 'Skip failed cells' },
    ],
    start: { sources: [] },
  },
  APPLY_DIFF: {
    fields: [
      { path: 'content_source', label: 'Text' },
      {
        path: 'diff_source',
        label: 'Unified diff',
        hint: 'As git writes it, with lines of --- and +++ and hunks of @@. An empty one leaves the text unchanged.',
      },
    ],
  },
  CONDITION: {
    fields: [{ kind: 'conditions', path: 'conditionals', label: 'Conditions' }],
    start: { is_and: true, conditionals: [{ operator: '=', left_config: {}, right_config: {} }] },
    hidden: { 'conditionals.*.position': 'The position in the list determines it.' },
  },
} as const satisfies Readonly<Record<string, Form>>
