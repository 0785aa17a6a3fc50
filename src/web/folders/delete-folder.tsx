import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { EntityType } from '../../contract/index.ts'
import { call, invalidate, queryOf } from '../api/index.ts'
import { Problem, SelectField, Skeleton, TextField, toast } from '../design/index.ts'
import { counted } from '../design/values.ts'
import { FormDialog } from '../dialogs/index.ts'
import { type FolderNode, foldersQuery, parentOf } from './folders.ts'

interface Props {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** Whether the contents of the folder are moved or deleted. */
type ContentsAction = 'move' | 'delete'

/** The limit of the API for one call. */
const maxEntities = 1_000

/** Deletes a folder. Its contents move to the folder above, or are deleted too. */
export function DeleteFolder({ id, name, onClose }: Props) {
  const navigate = useNavigate()
  const nodes: readonly FolderNode[] = useQuery(foldersQuery).data ?? []
  const above = parentOf(nodes, id)
  const inside = useQuery({
    ...queryOf(['folder contents', id], 'listFolderEntities', {
      query: { folder_id: id, flatten: true },
    }),
    // Another person may have added something. The key does not begin with `folders`, so the deleted folder is not read again.
    staleTime: 0,
  })
  const [contentsAction, setContentsAction] = useState<ContentsAction>('move')
  const entities = inside.data?.entities ?? []
  const direct = entities.filter(({ folder_id }) => folder_id === id)
  const remove = useMutation({
    mutationFn: async () => {
      if (contentsAction === 'move')
        for (let from = 0; from < direct.length; from += maxEntities)
          await call('moveFolderEntities', {
            body: {
              entities: direct.slice(from, from + maxEntities).map(({ id, type }) => ({ id, type })),
              folder_id: above?.id ?? null,
            },
          })
      return call('deleteFolderEntities', {
        body: { entities: [{ id, type: 'FOLDER' }], cascade: contentsAction === 'delete' },
      })
    },
    onSuccess: async () => {
      toast(`${name} deleted`)
      onClose()
      // Leaves the folder before the lists are invalidated, because they would ask for the deleted folder.
      await navigate({ to: '.', search: (search) => ({ ...search, folder: above?.id }) })
    },
    onSettled: () => invalidate('folders', 'prompts', 'tables', 'workflows', 'datasets', 'reports'),
  })
  const [typedName, setTypedName] = useState('')
  const isReady = inside.data !== undefined && (contentsAction === 'move' || typedName === name)
  const target = above?.name ?? 'the top'
  return (
    <FormDialog
      title={`Delete the folder ${name}?`}
      verb="Delete"
      isDanger
      isReady={isReady}
      state={remove}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      {inside.error && <Problem error={inside.error} onRetry={inside.refetch} className="m-0" />}
      {!inside.data && !inside.error && <Skeleton className="h-8" />}
      {inside.data && entities.length === 0 && (
        <p>It holds no prompts and no folders. Tables in it move to the top.</p>
      )}
      {entities.length > 0 && (
        <>
          <p>It holds {contentsInWords(entities)}. Tables in it move to the top.</p>
          <SelectField
            label="Contents"
            value={contentsAction}
            choices={[
              { value: 'move', label: `Move to ${target}` },
              { value: 'delete', label: 'Delete too' },
            ]}
            onChange={setContentsAction}
          />
        </>
      )}
      {contentsAction === 'delete' && (
        <>
          <p className="text-small text-ink-soft">
            Applications that read these prompts get an error. For 30 days you can restore everything except
            the folders, in Settings under Recently deleted.
          </p>
          <TextField
            label={`Write “${name}” to continue`}
            value={typedName}
            autoComplete="off"
            onChange={({ target: field }) => setTypedName(field.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

const nouns: Readonly<Record<EntityType, string>> = {
  FOLDER: 'folder',
  PROMPT: 'prompt',
  SNIPPET: 'snippet',
  WORKFLOW: 'workflow',
  DATASET: 'dataset',
  REPORT: 'report',
  AB_TEST: 'dynamic label',
  INPUT_VARIABLE_SET: 'input variable set',
}

/** The entities of a folder, counted by type: "2 prompts, 1 workflow". */
function contentsInWords(entities: readonly { readonly type: EntityType }[]): string {
  const counts = Map.groupBy(entities, ({ type }) => type)
  return (Object.keys(nouns) as EntityType[])
    .flatMap((type) => {
      const count = counts.get(type)?.length ?? 0
      return count === 0 ? [] : [counted(count, nouns[type])]
    })
    .join(', ')
}
