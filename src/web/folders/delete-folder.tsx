import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, invalidate, queryOf } from '../api/index.ts'
import { Problem, SelectField, Skeleton, TextField, toast } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import { contentsInWords } from './contents.ts'
import { type FolderNode, foldersQuery, parentOf } from './folders.ts'

interface Props {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

type Fate = 'keep' | 'delete'

/** Most entities of one call. */
const atOnce = 1_000

/** Deletes a folder. What is inside moves to the folder above, or is deleted too. */
export function DeleteFolder({ id, name, onClose }: Props) {
  const navigate = useNavigate()
  const nodes: readonly FolderNode[] = useQuery(foldersQuery).data ?? []
  const above = parentOf(nodes, id)
  const inside = useQuery({
    ...queryOf(['folder contents', id], 'listFolderEntities', {
      query: { folder_id: id, flatten: true },
    }),
    // Another person may have filed something since. The key is not one of `folders`: a deleted folder is not read again.
    staleTime: 0,
  })
  const [fate, setFate] = useState<Fate>('keep')
  const entities = inside.data?.entities ?? []
  const direct = entities.filter(({ folder_id }) => folder_id === id)
  const remove = useMutation({
    mutationFn: async () => {
      if (fate === 'keep')
        for (let from = 0; from < direct.length; from += atOnce)
          await call('moveFolderEntities', {
            body: {
              entities: direct.slice(from, from + atOnce).map(({ id, type }) => ({ id, type })),
              folder_id: above?.id ?? null,
            },
          })
      return call('deleteFolderEntities', {
        body: { entities: [{ id, type: 'FOLDER' }], cascade: fate === 'delete' },
      })
    },
    onSuccess: async () => {
      toast(`${name} deleted`)
      onClose()
      // The lists are read again without the deleted folder.
      await navigate({ to: '.', search: (search) => ({ ...search, folder: above?.id }) })
    },
    onSettled: () => invalidate('folders', 'prompts', 'tables', 'workflows', 'datasets', 'reports'),
  })
  const [written, setWritten] = useState('')
  const isReady = inside.data !== undefined && (fate === 'keep' || written === name)
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
            label="What is inside"
            value={fate}
            choices={[
              { value: 'keep', label: `Move it to ${target}` },
              { value: 'delete', label: 'Delete it too' },
            ]}
            onChange={setFate}
          />
        </>
      )}
      {fate === 'delete' && (
        <>
          <p className="text-small text-ink-soft">
            Applications that use it are refused. Settings, Recently deleted restores all of it but the
            folders for 30 days.
          </p>
          <TextField
            label={`Write “${name}” to continue`}
            value={written}
            autoComplete="off"
            onChange={({ target: field }) => setWritten(field.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
