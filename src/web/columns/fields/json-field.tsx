import { TextAreaField } from '../../design/index.ts'
import type { Config } from '../config.ts'
import { useJsonText } from './use-json-text.ts'

interface Props {
  readonly config: Config
  readonly onChange: (config: Config) => void
}

/** The whole config as the API has it, for fields without a control. */
export function JsonField({ config, onChange }: Props) {
  const { text, problem, change } = useJsonText(config, asObject, onChange)
  return (
    <TextAreaField
      label="Config as JSON"
      error={problem}
      rows={16}
      spellCheck={false}
      className="font-mono text-small"
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
}

function asObject(value: unknown): Config {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Config
  throw new Error('Enter a JSON object: { … }.')
}
