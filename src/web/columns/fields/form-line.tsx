import { TextField } from '../../design/index.ts'
import { valueAt, withValueAt } from '../config.ts'
import { type FormProps, textOf } from './control.ts'

type Props = FormProps & {
  readonly path: string
  readonly label: string
  readonly hint?: string | undefined
  readonly placeholder?: string | undefined
  /** Code, such as an expression: monospaced and without spelling checks. */
  readonly isPattern?: boolean
}

/** A text of one line at a path of the config. */
export const FormLine = ({
  config,
  problemAt,
  onChange,
  path,
  label,
  hint,
  placeholder,
  isPattern,
}: Props) => (
  <TextField
    label={label}
    hint={hint}
    error={problemAt(path)}
    className={isPattern ? 'font-mono text-small' : ''}
    autoComplete="off"
    spellCheck={isPattern ? false : undefined}
    placeholder={placeholder}
    value={textOf(valueAt(config, path))}
    onChange={({ target }) => onChange(withValueAt(config, path, target.value || undefined))}
  />
)
