import { useState } from 'react'
import { parseExact } from '../../../engine/json/exact-number.ts'
import { TextAreaField } from '../../design/index.ts'
import type { Config } from '../config.ts'

interface Props {
  readonly config: Config
  readonly error: string | undefined
  readonly onChange: (config: Config) => void
  readonly onValidity: (isValid: boolean) => void
}

/** The whole config as the API has it, for fields without a control. */
export function JsonField({ config, error, onChange, onValidity }: Props) {
  const [text, setText] = useState(() => JSON.stringify(config, null, 2))
  const [problem, setProblem] = useState<string>()
  const take = (next: string) => {
    setText(next)
    const read = readObject(next)
    setProblem(typeof read === 'string' ? read : undefined)
    onValidity(typeof read !== 'string')
    if (typeof read !== 'string') onChange(read)
  }
  return (
    <TextAreaField
      label="Config as JSON"
      error={problem ?? error}
      rows={16}
      spellCheck={false}
      className="font-mono text-small"
      value={text}
      onChange={({ target }) => take(target.value)}
    />
  )
}

/** The parsed object, or the error. */
function readObject(text: string): Config | string {
  try {
    const value: unknown = parseExact(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Config) : 'Write an object: { … }.'
  } catch (error) {
    return (error as Error).message
  }
}
