import { useMutation, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/index.ts'
import { call, invalidate } from '../../api/index.ts'
import { Button, Menu, MenuItem, toast, toastProblem } from '../../design/index.ts'
import { ConfirmButton, useChange } from '../../dialogs/index.ts'
import { foldersQuery, pathsOf } from '../../folders/index.ts'
import { FolderInput, Trash2 } from '../../icons/index.ts'

export type ListedPrompt = Answer<'listPrompts'>['prompts'][number]

interface Props {
  readonly prompts: readonly ListedPrompt[]
  readonly onDone: () => void
}

const entityOf = ({ id, is_snippet }: ListedPrompt) => ({
  id,
  type: is_snippet ? ('SNIPPET' as const) : ('PROMPT' as const),
})

/** Actions for the selected prompts. */
export function SelectionBar({ prompts, onDone }: Props) {
  const { data: folders = [] } = useQuery(foldersQuery)
  const entities = prompts.map(entityOf)
  const refresh = () => invalidate('prompts')
  const move = useChange(
    (folder_id: number | null) => call('moveFolderEntities', { body: { entities, folder_id } }),
    {
      done: ({ moved_count }) => [`${moved_count} moved`, { undo: () => moveBack.mutate(prompts) }],
      onSuccess: () => {
        onDone()
        void refresh()
      },
    },
  )
  const moveBack = useChange(
    async (moved: readonly ListedPrompt[]) => {
      for (const [folder_id, prompts] of Map.groupBy(moved, (prompt) => prompt.folder_id))
        await call('moveFolderEntities', { body: { entities: prompts.map(entityOf), folder_id } })
    },
    { onSuccess: refresh },
  )
  const restore = useMutation({
    mutationFn: async (deleted: readonly ListedPrompt[]) => {
      for (const { id } of deleted) await call('restorePrompt', { params: { prompt_id: id } })
      await moveBack.mutateAsync(deleted.filter(({ folder_id }) => folder_id !== null))
      toast(`${deleted.length} restored`)
    },
    onSettled: refresh,
    onError: toastProblem,
  })
  const remove = useChange(() => call('deleteFolderEntities', { body: { entities, cascade: false } }), {
    done: ({ moved_count }) => [`${moved_count} deleted`, { undo: () => restore.mutate(prompts) }],
    onSuccess: () => {
      onDone()
      void refresh()
    },
  })
  const selectionText = prompts.length === 1 ? prompts[0]!.name : `${prompts.length} prompts`
  return (
    <div
      role="toolbar"
      aria-label="Selected prompts"
      className="flex items-center gap-2 border-b bg-sunken px-4 py-1.5"
    >
      <span className="tabular-nums">{prompts.length} selected</span>
      <Menu
        trigger={
          <Button size="small">
            <FolderInput />
            Move
          </Button>
        }
      >
        <MenuItem onSelect={() => move.mutate(null)}>No folder</MenuItem>
        {pathsOf(folders).map(({ id, path }) => (
          <MenuItem key={id} onSelect={() => move.mutate(id)}>
            {path.join(' / ')}
          </MenuItem>
        ))}
      </Menu>
      <ConfirmButton
        size="small"
        verb="Delete"
        name={selectionText}
        consequence="Applications that read these prompts get an error (404). For 30 days you can restore them in Settings, Recently deleted."
        onConfirm={() => remove.mutate()}
      >
        <Trash2 />
        Delete
      </ConfirmButton>
      <Button size="small" kind="quiet" className="ml-auto" onClick={onDone}>
        Clear selection
      </Button>
    </div>
  )
}
