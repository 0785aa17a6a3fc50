import type { Answer } from '../../api/index.ts'
import { Field, NativeSelect } from '../../design/index.ts'
import type { Config } from '../config.ts'

interface Props {
  readonly prompt: Answer<'listPrompts'>['prompts'][number]
  /** A prompt by its name or its id, maybe with a version or a label. */
  readonly template: Config
  readonly error: string | undefined
  readonly onChange: (template: Config) => void
}

/** The latest version of a prompt, what a label is on, or one version for good. */
export function VersionChoice({ prompt, template, error, onChange }: Props) {
  const { version_number: version, label, ...which } = template
  return (
    <Field label="Version" error={error}>
      {(control) => (
        <NativeSelect
          {...control}
          value={
            typeof version === 'number' ? `v${version}` : typeof label === 'string' ? `label ${label}` : ''
          }
          onChange={({ target }) => onChange({ ...which, ...versionNamed(target.value) })}
        >
          <option value="">The latest</option>
          {prompt.labels.map((one) => (
            <option key={one.id} value={`label ${one.name}`}>
              {one.name} (v{one.version} now)
            </option>
          ))}
          {Array.from({ length: prompt.latest_version }, (_none, at) => prompt.latest_version - at).map(
            (number) => (
              <option key={number} value={`v${number}`}>
                v{number}
              </option>
            ),
          )}
        </NativeSelect>
      )}
    </Field>
  )
}

function versionNamed(name: string): object {
  if (name === '') return {}
  return name.startsWith('label ')
    ? { label: name.slice('label '.length) }
    : { version_number: Number(name.slice(1)) }
}
