import { useQuery } from '@tanstack/react-query'
import { Button, Menu, MenuCheckbox, MenuItem, MenuSeparator } from '../../design/index.ts'
import { Columns3 } from '../../icons/index.ts'
import { columnOfKey } from './chosen-columns.tsx'

interface Props {
  /** The columns of the list, without those of metadata keys. */
  readonly all: readonly { readonly id: string; readonly name: string }[]
  /** The query of the metadata keys. Suggestions of values use the same query key. */
  readonly keys: {
    readonly queryKey: readonly unknown[]
    readonly read: (signal: AbortSignal) => Promise<{ readonly values: readonly string[] }>
  }
  readonly chosen: readonly string[]
  readonly isDefault: boolean
  readonly onChange: (columns: readonly string[] | undefined) => void
}

const maxKeys = 12

/** Chooses the columns of the list. */
export function ColumnMenu({ all, keys, chosen, isDefault, onChange }: Props) {
  const { data } = useQuery({
    queryKey: keys.queryKey,
    queryFn: ({ signal }) => keys.read(signal),
  })
  const toggle = (id: string, isShown: boolean) =>
    onChange(isShown ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <Menu
      trigger={
        <Button>
          <Columns3 />
          Columns
        </Button>
      }
    >
      {all.map(({ id, name }) => (
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
      <MenuItem onSelect={() => onChange(undefined)} disabled={isDefault}>
        Default columns
      </MenuItem>
    </Menu>
  )
}
