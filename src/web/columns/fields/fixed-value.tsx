import { Field, Input, TextArea } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { Assertions } from './assertions.tsx'
import { type FormProps, textOf } from './control.ts'
import { JsonValue } from './json-value.tsx'
import { NumberField } from './number-field.tsx'
import { Scenarios } from './scenarios.tsx'

type Props = FormProps & { readonly field: Extract<FieldSpec, { kind: 'either' }> }

/** The fixed value that replaces a column. */
export function FixedValue({ field, ...form }: Props) {
  const { config, problemAt, onChange } = form
  const path = field.valuePath
  const value = valueAt(config, path)
  const error = problemAt(path)
  const put = (next: unknown) => onChange(withValueAt(config, path, next))
  const label = 'Fixed value'
  switch (field.value) {
    case 'json':
      return <JsonValue label={label} value={value} error={error} onChange={put} />
    case 'number':
      return <NumberField {...form} field={{ kind: 'number', path, label }} />
    case 'assertions':
      return <Assertions value={value} error={error} onChange={put} />
    case 'scenarios':
      return <Scenarios value={value} error={error} onChange={put} />
    default: {
      const Control = field.value === 'text' ? TextArea : Input
      return (
        <Field label={label} error={error}>
          {(control) => (
            <Control
              {...control}
              {...(field.value === 'text' && { rows: 3 })}
              value={textOf(value)}
              onChange={({ target }) => put(target.value)}
            />
          )}
        </Field>
      )
    }
  }
}
