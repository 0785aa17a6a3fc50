import { Field } from '../../design/index.ts'
import { KeyNote, ProviderMismatch, RemovableModel } from '../../prompts/forms.ts'
import { valueAt, withValueAt } from '../config.ts'
import { type FormProps, textOf } from './control.ts'

type Props = FormProps & {
  readonly path: string
  /** The key of the model's name in the object at the path. */
  readonly nameKey: 'name' | 'model'
  readonly label: string
  readonly hint?: string | undefined
  readonly placeholder: string
}

/** Chooses provider and name of a model, and warns of a provider that lacks the model or has no key. */
export function ModelField({ config, problemAt, onChange, path, nameKey, label, hint, placeholder }: Props) {
  const textAt = (key: string) => textOf(valueAt(config, `${path}.${key}`))
  const [provider, name] = [textAt('provider'), textAt(nameKey)]
  const model = name === '' ? null : { provider, name }
  const pick = (next: { readonly provider: string; readonly name: string }) =>
    onChange(
      withValueAt(withValueAt(config, `${path}.provider`, next.provider), `${path}.${nameKey}`, next.name),
    )
  return (
    <Field label={label} hint={hint} error={problemAt(path)}>
      {({ id }) => (
        <>
          <RemovableModel
            {...{ id, label, model, placeholder }}
            onPick={pick}
            onRemove={() => onChange(withValueAt(config, path, undefined))}
          />
          {model && (
            <>
              <ProviderMismatch model={model} onProvider={(provider) => pick({ provider, name })} />
              <KeyNote provider={provider} />
            </>
          )}
        </>
      )}
    </Field>
  )
}
