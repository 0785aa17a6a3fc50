import { useContext } from 'react'
import { NativeSelect } from '../../design/index.ts'
import { sourceName } from '../source-name.ts'
import { SourceWords } from '../source-words.ts'
import type { Readable } from './control.ts'

interface Props {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
  readonly columns: readonly Readable[]
  /** The title or id of a column, as configs store it. */
  readonly value: string
  /** The label of the choice "no column", if no column may be chosen. */
  readonly none?: string
  /** Names that are offered after the columns. */
  readonly others?: readonly string[]
  readonly onChange: (value: string) => void
}

export function ColumnChoice({ columns, value, none, others = [], onChange, ...rest }: Props) {
  const { choose } = useContext(SourceWords)
  const chosen = columns.find(({ id, title }) => value === id || value === title)
  const isOther = others.includes(value)
  return (
    <NativeSelect
      {...rest}
      value={chosen?.id ?? value}
      onChange={({ target }) => {
        const column = columns.find(({ id }) => id === target.value)
        onChange(column ? sourceName(column, columns) : target.value)
      }}
    >
      <option value="">{none ?? choose}</option>
      {columns.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
      {others.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {value !== '' && !chosen && !isOther && <option value={value}>{value} (missing)</option>}
    </NativeSelect>
  )
}
