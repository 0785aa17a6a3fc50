import { useQuery } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { call } from '../api/index.ts'
import { Button, Menu, MenuCheckbox, MenuItem, MenuSeparator } from '../design/index.ts'
import { allColumns, columnOfKey } from './columns.tsx'

interface Props {
  readonly chosen: readonly string[]
  readonly isUsual: boolean
  readonly onChange: (columns: readonly string[] | undefined) => void
}

const maxKeys = 12

/** Chooses the columns of the list. */
export function ColumnMenu({ chosen, isUsual, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ['request-values', 'metadata_keys', undefined, ''],
    queryFn: ({ signal }) => call('suggestRequestValues', { query: { field: 'metadata_keys' }, signal }),
  })
  const toggle = (id: string, isShown: boolean) =>
    onChange(isShown ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <Menu
      trigger={
        <Button>
          <Columns3 />
          Columns
        </Button>
      }
    >
      {allColumns.map(({ id, name }) => (
        <MenuCheckbox key={id} checked={chosen.includes(id)} onChange={(next) => toggle(id, next)}>
          {name}
        </MenuCheckbox>
      ))}
      {data && data.values.length > 0 && <MenuSeparator />}
      {data?.values.slice(0, maxKeys).map((key) => (
        <MenuCheckbox
          key={key}
          checked={chosen.includes(columnOfKey(key))}
          onChange={(next) => toggle(columnOfKey(key), next)}
        >
          <span className="max-w-60 truncate [unicode-bidi:isolate]">{key}</span>
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onChange(undefined)} disabled={isUsual}>
        Default columns
      </MenuItem>
    </Menu>
  )
}
