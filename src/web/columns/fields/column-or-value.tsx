import { Field } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'
import { FixedValue } from './fixed-value.tsx'

type Props = FormProps & { readonly field: Extract<FieldSpec, { kind: 'either' }> }

/** Chooses a column or a fixed value. */
export function ColumnOrValue(props: Props) {
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
              const withoutFixedValue = withValueAt(config, field.valuePath, undefined)
              onChange(withValueAt(withoutFixedValue, field.path, next || undefined))
            }}
          />
        )}
      </Field>
      {column === '' && <FixedValue {...props} />}
    </>
  )
}
