import { useState } from 'react'
import { TextAreaField } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { type FormProps, textOf } from './control.ts'

type Props = FormProps & { readonly field: Extract<FieldSpec, { kind: 'lines' }> }

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A list of texts, one on each line. */
export function LinesField({ field, config, problemAt, onChange }: Props) {
  const { path, label, hint } = field
  const [text, setText] = useState(() => {
    const value = valueAt(config, path)
    return Array.isArray(value) ? value.map(textOf).join('\n') : ''
  })
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={problemAt(path)}
      rows={3}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        const lines = linesOf(target.value)
        onChange(withValueAt(config, path, lines.length > 0 ? lines : undefined))
      }}
    />
  )
}
