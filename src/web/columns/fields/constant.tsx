import { SwitchRow, TextAreaField } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import { type FormProps, textOf } from './control.ts'

/** A fixed value for every row: text, or JSON. */
export function Constant({ config, problemAt, onChange }: FormProps) {
  const isJson = valueAt(config, 'value.type') === 'json'
  return (
    <>
      <TextAreaField
        label="Value"
        hint="Each row has this value."
        error={problemAt('value')}
        rows={4}
        className={isJson ? 'font-mono text-small' : ''}
        value={textOf(valueAt(config, 'value.value'))}
        onChange={({ target }) => onChange(withValueAt(config, 'value.value', target.value))}
      />
      <SwitchRow
        label="The value is JSON"
        checked={isJson}
        onChange={(next) => onChange(withValueAt(config, 'value.type', next ? 'json' : 'string'))}
      />
    </>
  )
}
