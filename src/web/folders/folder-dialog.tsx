import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, errorAt, errorElsewhere } from '../api/index.ts'
import { Button, ConfirmByName, Dialog, Form, Problem, TextField, toast } from '../design/index.ts'

export type FolderTask =
  | { readonly kind: 'create'; readonly parent: number | null }
  | { readonly kind: 'rename' | 'delete'; readonly id: number; readonly name: string }

export function FolderDialog({ task, onClose }: { task: FolderTask; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const closeWith = (text: string) => {
    void client.invalidateQueries({ queryKey: ['folders'] })
    void client.invalidateQueries({ queryKey: ['prompts'] })
    void client.invalidateQueries({ queryKey: ['tables'] })
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
  const remove = useMutation({
    mutationFn: (id: number) =>
      call('deleteFolderEntities', { body: { entities: [{ id, type: 'FOLDER' }], cascade: false } }),
    onSuccess: () => {
      closeWith('Folder deleted')
      void navigate({ to: '.', search: (search) => ({ ...search, folder: undefined }) })
    },
    onError: (error) => {
      toast(error.message, { isProblem: true })
      onClose()
    },
  })
  if (task.kind === 'delete')
    return (
      <ConfirmByName
        open
        onOpenChange={(open) => !open && onClose()}
        verb="Delete"
        name={task.name}
        consequence="Only an empty folder can be deleted."
        onConfirm={() => remove.mutate(task.id)}
      />
    )
  const problem = errorElsewhere(save.error, ['name'])
  const verb = task.kind === 'create' ? 'Create folder' : 'Rename'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={task.kind === 'create' ? 'New folder' : 'Rename folder'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="folder" isBusy={save.isPending}>
            {verb}
          </Button>
        </>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id="folder" onSubmit={({ name = '' }) => save.mutate(name)}>
        <TextField
          label="Name"
          name="name"
          defaultValue={task.kind === 'rename' ? task.name : ''}
          autoFocus
          error={errorAt(save.error, 'name')}
        />
      </Form>
    </Dialog>
  )
}
