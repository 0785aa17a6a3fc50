import type { ComponentProps } from 'react'
import type { Column } from '../grid/column.ts'
import { NativeSelect } from './native-select.tsx'

type Props = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly columns: readonly Column[]
  /** The title or the id of a column. */
  readonly value: string
  readonly none: string
  readonly onChange: (value: string) => void
}

/** By its title, which the server keeps right when it changes; by its id where two have that title. */
const nameOf = (column: Column, columns: readonly Column[]) =>
  columns.filter(({ title }) => title === column.title).length > 1 ? column.id : column.title

export function ColumnChoice({ columns, value, none, onChange, ...rest }: Props) {
  const chosen = columns.find(({ id, title }) => value === id || value === title)
  return (
    <NativeSelect
      {...rest}
      value={chosen?.id ?? ''}
      onChange={({ target }) => {
        const column = columns.find(({ id }) => id === target.value)
        onChange(column ? nameOf(column, columns) : '')
      }}
    >
      <option value="">{none}</option>
      {columns.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </NativeSelect>
  )
}
