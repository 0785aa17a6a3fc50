import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/index.ts'
import { NativeSelectField } from '../../design/index.ts'
import type { Config } from '../config.ts'

interface Props {
  /** Name or id of the prompt. */
  readonly identifier: string
  readonly latest: number
  /** The part of the config that names a prompt, optionally with a version or a label. */
  readonly template: Config
  readonly error: string | undefined
  readonly onChange: (template: Config) => void
}

/** Chooses the latest version, the version of a label, or a fixed version. */
export function VersionChoice({ identifier, latest, template, error, onChange }: Props) {
  const labels = useQuery({
    ...queryOf(['prompts', 'labels', identifier], 'listLabels', { params: { identifier } }),
    placeholderData: undefined,
  }).data?.release_labels
  const { version_number: version, label, ...prompt } = template
  return (
    <NativeSelectField
      label="Version"
      error={error}
      value={typeof version === 'number' ? `v${version}` : typeof label === 'string' ? `label ${label}` : ''}
      onChange={({ target }) => onChange({ ...prompt, ...versionNamed(target.value) })}
      options={Array.from({ length: latest }, (_none, index) => latest - index).map((number) => [
        `v${number}`,
        `v${number}`,
      ])}
    >
      <option value="">Latest (v{latest} now)</option>
      {labels?.map((label) => (
        <option key={label.release_label_id} value={`label ${label.release_label}`}>
          {label.release_label} (v{label.prompt_version_number} now)
        </option>
      ))}
    </NativeSelectField>
  )
}

function versionNamed(name: string): object {
  if (name === '') return {}
  return name.startsWith('label ')
    ? { label: name.slice('label '.length) }
    : { version_number: Number(name.slice(1)) }
}
