import { type Config, valueAt, withValueAt } from '../config.ts'
import type { FieldOf } from '../field-of.ts'
import { loopNames } from '../references.ts'
import type { FormProps } from './control.ts'

export type OwnFormProps<Kind extends 'prompt' | 'workflow'> = FormProps & {
  readonly field: Extract<FieldOf, { kind: Kind }>
}

/** A form, and the names besides columns that its variables may take. */
export type OwnForm = FormProps & { readonly others: readonly string[] }

/** The form of a prompt or workflow. In a loop, its values are in the loop's config. */
export function ownForm({ field: { inLoop, path }, ...form }: OwnFormProps<'prompt' | 'workflow'>): OwnForm {
  if (!inLoop) return { ...form, others: [] }
  return {
    ...form,
    config: (valueAt(form.config, path) ?? {}) as Config,
    problemAt: (inside) => form.problemAt(`${path}.${inside}`),
    onChange: (next) => form.onChange(withValueAt(form.config, path, next)),
    others: loopNames,
  }
}
