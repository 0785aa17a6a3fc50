import { Field, Input, TextArea } from '../../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'
import { JsonValue } from './json-value.tsx'
import { NumberField } from './number-field.tsx'

type Props = FormProps & { readonly field: Extract<FieldOf, { kind: 'either' }> }

/** A column, or a value written here. */
export function Either(props: Props) {
  const { field, config, columns, problemAt, onChange } = props
  const column = textOf(valueAt(config, field.path))
  return (
    <>
      <Field label={field.label} hint={field.hint} error={problemAt(field.path)}>
        {(control) => (
          <ColumnChoice
            {...control}
            columns={columns}
            value={column}
            none="A fixed value"
            onChange={(next) => {
              const bare = withValueAt(config, field.valuePath, undefined)
              onChange(withValueAt(bare, field.path, next || undefined))
            }}
          />
        )}
      </Field>
      {column === '' && <Written {...props} />}
    </>
  )
}

function Written({ field, ...form }: Props) {
  const { config, problemAt, onChange } = form
  const path = field.valuePath
  const value = valueAt(config, path)
  const put = (next: unknown) => onChange(withValueAt(config, path, next))
  const label = 'Fixed value'
  if (field.value === 'json')
    return <JsonValue label={label} value={value} error={problemAt(path)} onChange={put} />
  if (field.value === 'number') return <NumberField {...form} field={{ kind: 'number', path, label }} />
  const Control = field.value === 'text' ? TextArea : Input
  return (
    <Field label={label} error={problemAt(path)}>
      {(control) => (
        <Control
          {...control}
          {...(field.value === 'text' && { rows: 5 })}
          value={textOf(value)}
          onChange={({ target }) => put(target.value)}
        />
      )}
    </Field>
  )
}
