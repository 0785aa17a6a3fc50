import type { FieldOf } from '../field-of.ts'
import { sources } from './shared.ts'

const combine: readonly FieldOf[] = [
  sources(1),
  {
    kind: 'text',
    path: 'format',
    label: 'As text',
    placeholder: '{Question}: {Answer}',
    hint: '{Title} stands for a column; empty makes an object of all.',
  },
  {
    kind: 'line',
    path: 'separator',
    label: 'Or joined with',
    placeholder: ', ',
    when: ({ format }) => format === undefined || format === '',
  },
]

const coalesce: readonly FieldOf[] = [
  sources(2, undefined, 'The first that has a value counts.'),
  { kind: 'switch', path: 'skip_empty', label: 'Pass over empty text' },
  { kind: 'switch', path: 'skip_failed', label: 'Pass over failed cells' },
]

const diff: readonly FieldOf[] = [
  { kind: 'column', path: 'content_source', label: 'Text' },
  { kind: 'column', path: 'diff_source', label: 'Unified diff' },
]

export const combines = {
  TEXT: { fields: [] as readonly FieldOf[] },
  TRACE: { fields: [] as readonly FieldOf[] },
  VARIABLE: {
    fields: [{ kind: 'constant', path: 'value', label: 'Value' }] satisfies readonly FieldOf[],
    start: { value: { type: 'string', value: '' } },
  },
  COMBINE_COLUMNS: { fields: combine, start: { sources: [] } },
  COALESCE: { fields: coalesce, start: { sources: [] } },
  APPLY_DIFF: { fields: diff },
  CONDITION: {
    fields: [{ kind: 'conditions', path: 'conditionals', label: 'Conditions' }] satisfies readonly FieldOf[],
    start: { is_and: true, conditionals: [{ operator: '=', left_config: {}, right_config: {} }] },
  },
}
