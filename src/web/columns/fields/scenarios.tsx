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
    return <JsonValue label="Accepted ways" value={value} error={error} onChange={onChange} />
  return (
    <TextAreaField
      label="Accepted ways"
      hint="One on each line, its tools with commas between them: search, answer."
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

/** Null for sequences that a line cannot express, such as the empty one. */
export function scenariosAsText(value: unknown): string | null {
  if (value === undefined || value === null) return ''
  const isName = (name: unknown) => typeof name === 'string' && name.trim() === name && !/[,\n]|^$/.test(name)
  const isWay = (scenario: unknown) =>
    Array.isArray(scenario) && scenario.length > 0 && scenario.every(isName)
  return Array.isArray(value) && value.every(isWay)
    ? value.map((scenario: readonly string[]) => scenario.join(', ')).join('\n')
    : null
}
