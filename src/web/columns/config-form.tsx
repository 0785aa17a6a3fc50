import type { ColumnTypeName } from '../../engine/columns/names.ts'
import type { FieldSpec } from './field-spec.ts'
import type { FormProps } from './fields/control.ts'
import { FormField } from './fields/form-field.tsx'
import { JsonField } from './fields/json-field.tsx'
import { JsonValidity } from './fields/json-validity.tsx'
import { forms } from './kinds.ts'

type Props = FormProps & {
  readonly type: ColumnTypeName
  /** Switches to the whole config as JSON. */
  readonly isJson: boolean
  readonly onValidity: (isValid: boolean) => void
}

/** The config of a type, as a form or as JSON. */
export const ConfigForm = ({ isJson, onValidity, ...form }: Props) => (
  <JsonValidity onValidity={onValidity}>
    {isJson ? <JsonField config={form.config} onChange={form.onChange} /> : <Fields {...form} />}
  </JsonValidity>
)

function Fields({ type, ...form }: Omit<Props, 'isJson' | 'onValidity'>) {
  const { config, problemAt } = form
  const visibleFields = forms[type].fields.filter((field) => !field.when || field.when(config))
  const more = visibleFields.filter(({ isMore }) => isMore)
  const hasHiddenProblem = more.some(({ path }) => problemAt(path) !== undefined)
  const control = (field: FieldSpec) => <FormField key={`${type} ${field.path}`} field={field} {...form} />
  return (
    <>
      {visibleFields.filter(({ isMore }) => !isMore).map(control)}
      {more.length > 0 && (
        <details className="group" {...(hasHiddenProblem && { open: true })}>
          <summary className="cursor-default py-1 text-small font-medium text-ink-soft">More options</summary>
          <div className="flex flex-col gap-3 pt-2">{more.map(control)}</div>
        </details>
      )}
    </>
  )
}
