import { type Config, valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { loopNames } from '../references.ts'
import type { FormProps } from './control.ts'

export type ScopedFormProps<Kind extends 'prompt' | 'workflow'> = FormProps & {
  readonly field: Extract<FieldSpec, { kind: Kind }>
}

/** A form, and the names besides columns that its variables may take. */
export type ScopedForm = FormProps & { readonly others: readonly string[] }

/** The form of a prompt or workflow. In a loop, its values are in the loop's config. */
export function scopedForm({
  field: { inLoop, path },
  ...form
}: ScopedFormProps<'prompt' | 'workflow'>): ScopedForm {
  if (!inLoop) return { ...form, others: [] }
  return {
    ...form,
    config: (valueAt(form.config, path) ?? {}) as Config,
    problemAt: (inside) => form.problemAt(`${path}.${inside}`),
    onChange: (next) => form.onChange(withValueAt(form.config, path, next)),
    others: loopNames,
  }
}
