import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, errorAt } from '../api/index.ts'
import { NativeSelectField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import { foldersQuery, parentOf, pathsOf, withoutFolder } from './folders.ts'

interface Props {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** Moves a folder with its contents into another one, or to the top. */
export function MoveFolder({ id, name, onClose }: Props) {
  const nodes = useQuery(foldersQuery).data ?? []
  const [target, setTarget] = useState(String(parentOf(nodes, id)?.id ?? ''))
  const move = useFormChange(
    () =>
      call('updateFolder', {
        params: { folder_id: id },
        body: { parent_id: target === '' ? null : Number(target) },
      }),
    { keys: ['folders', 'prompts', 'tables'], done: () => `${name} moved`, onSuccess: onClose },
  )
  return (
    <FormDialog
      title={`Move ${name}`}
      verb="Move"
      state={move}
      fields={['parent_id']}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      <NativeSelectField
        label="Into"
        error={errorAt(move.error, 'parent_id')}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        options={pathsOf(withoutFolder(nodes, id)).map((folder) => [folder.id, folder.path.join(' / ')])}
      >
        <option value="">The top</option>
      </NativeSelectField>
    </FormDialog>
  )
}
