import { useState } from 'react'
import { parseExact } from '../../../engine/json/parse-exact.ts'
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
  const changeText = (next: string) => {
    setText(next)
    const parsed = parseObject(next)
    setProblem(typeof parsed === 'string' ? parsed : undefined)
    onValidity(typeof parsed !== 'string')
    if (typeof parsed !== 'string') onChange(parsed)
  }
  return (
    <TextAreaField
      label="Config as JSON"
      error={problem ?? error}
      rows={16}
      spellCheck={false}
      className="font-mono text-small"
      value={text}
      onChange={({ target }) => changeText(target.value)}
    />
  )
}

/** The parsed object, or the error. */
function parseObject(text: string): Config | string {
  try {
    const value: unknown = parseExact(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Config) : 'Enter a JSON object: { … }.'
  } catch (error) {
    return (error as Error).message
  }
}
