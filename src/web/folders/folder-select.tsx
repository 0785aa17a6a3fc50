import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Select } from '../design/index.ts'
import { foldersQuery, pathsOf } from './folders.ts'

interface Props extends Pick<ComponentProps<typeof Select>, 'id' | 'label' | 'className'> {
  readonly folder: number | null
  readonly onChange: (folder: number | null) => void
}

/** The value of "No folder"; no folder has this id. */
const none = '0'

export function FolderSelect({ folder, onChange, ...select }: Props) {
  const { data: folders = [] } = useQuery(foldersQuery)
  return (
    <Select
      {...select}
      value={String(folder ?? none)}
      choices={[
        { value: none, label: 'No folder' },
        ...pathsOf(folders).map(({ id, path }) => ({ value: String(id), label: path.join(' / ') })),
      ]}
      onChange={(next) => onChange(next === none ? null : Number(next))}
    />
  )
}
