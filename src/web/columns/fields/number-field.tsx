import { useState } from 'react'
import { TextField } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import type { FieldSpec } from '../field-spec.ts'
import { type FormProps, textOf } from './control.ts'

type Props = FormProps & { readonly field: Extract<FieldSpec, { kind: 'number' }> }

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text))

/** An invalid number stays as typed, and the server refuses it. */
export function NumberField({ field, config, problemAt, onChange }: Props) {
  const { path, label, hint, placeholder } = field
  const value = valueAt(config, path)
  const [text, setText] = useState(textOf(value))
  const fieldText = isNumber(text) && Number(text) === value ? text : textOf(value)
  return (
    <TextField
      label={label}
      hint={hint}
      error={problemAt(path)}
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
      placeholder={placeholder}
      value={fieldText}
      onChange={({ target }) => {
        const typedText = target.value.trim()
        setText(typedText)
        const next = typedText === '' ? undefined : isNumber(typedText) ? Number(typedText) : typedText
        onChange(withValueAt(config, path, next))
      }}
    />
  )
}
