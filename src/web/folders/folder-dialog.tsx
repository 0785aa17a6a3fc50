import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, invalidate } from '../api/index.ts'
import { toast } from '../design/index.ts'
import { NameDialog } from '../dialogs/index.ts'
import { DeleteFolder } from './delete-folder.tsx'
import { MoveFolder } from './move-folder.tsx'

export type FolderTask =
  | { readonly kind: 'create'; readonly parent: number | null }
  | { readonly kind: 'rename' | 'move' | 'delete'; readonly id: number; readonly name: string }

export function FolderDialog({ task, onClose }: { task: FolderTask; onClose: () => void }) {
  const navigate = useNavigate()
  const closeWith = (text: string) => {
    void invalidate('folders', 'prompts', 'tables')
    toast(text)
    onClose()
  }
  const save = useMutation({
    mutationFn: (name: string) =>
      task.kind === 'create'
        ? call('createFolder', { body: { name, parent_id: task.parent } })
        : call('updateFolder', { params: { folder_id: task.id }, body: { name } }),
    onSuccess: ({ folder }) => {
      closeWith(task.kind === 'create' ? `${folder.name} created` : `Renamed to ${folder.name}`)
      if (task.kind === 'create')
        void navigate({ to: '.', search: (search) => ({ ...search, folder: folder.id }) })
    },
  })
  if (task.kind === 'delete') return <DeleteFolder id={task.id} name={task.name} onClose={onClose} />
  if (task.kind === 'move') return <MoveFolder id={task.id} name={task.name} onClose={onClose} />
  return (
    <NameDialog
      title={task.kind === 'create' ? 'New folder' : 'Rename folder'}
      verb={task.kind === 'create' ? 'Create folder' : 'Rename'}
      name={task.kind === 'rename' ? task.name : ''}
      state={save}
      onName={save.mutate}
      onClose={onClose}
    />
  )
}
