import { useState } from 'react'
import { TextAreaField } from '../../design/index.ts'
import { JsonValue } from './json-value.tsx'

interface Props {
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

/** Accepted sequences of tool calls, one on each line: names of tools with commas between them. */
export function Scenarios({ value, error, onChange }: Props) {
  const [text, setText] = useState(() => scenariosAsText(value))
  if (text === null)
    return <JsonValue label="Accepted tool sequences" value={value} error={error} onChange={onChange} />
  return (
    <TextAreaField
      label="Accepted tool sequences"
      hint="One sequence on each line, tools separated by commas: search, answer."
      error={error}
      rows={3}
      className="font-mono text-small"
      placeholder="search, answer"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(scenariosIn(target.value))
      }}
    />
  )
}

export function scenariosIn(text: string): readonly (readonly string[])[] | undefined {
  const scenarios = text
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .filter((scenario) => scenario.length > 0)
  return scenarios.length > 0 ? scenarios : undefined
}

/** The sequences as lines of text; null if a line cannot express one of them, such as the empty sequence. */
export function scenariosAsText(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  const isName = (name: unknown) => typeof name === 'string' && name.trim() === name && !/[,\n]|^$/.test(name)
  const isSequence = (scenario: unknown) =>
    Array.isArray(scenario) && scenario.length > 0 && scenario.every(isName)
  return Array.isArray(value) && value.every(isSequence)
    ? value.map((scenario: readonly string[]) => scenario.join(', ')).join('\n')
    : null
}
