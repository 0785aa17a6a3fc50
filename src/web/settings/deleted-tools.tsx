import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, ApiError, call, invalidate, queryOf } from '../api/index.ts'
import { Button, Problem, Time, toast } from '../design/index.ts'
import { type Renamed, RestoreUnderNameDialog } from './restore-under-name-dialog.tsx'
import { Rows } from './section.tsx'

type DeletedTool = Answer<'listDeletedTools'>['tools'][number]

interface Props {
  /** A part of the name. */
  readonly q: string | undefined
  readonly mayRestore: boolean
  readonly empty: string
}

/** Deleted tools and their restoration. */
export function DeletedTools({ q, mayRestore, empty }: Props) {
  const [renamed, setRenamed] = useState<Renamed | null>(null)
  const { data, error, refetch } = useQuery(
    queryOf(['deleted', 'tools', q], 'listDeletedTools', { query: { q } }),
  )
  const restoreAs = async (id: number, name?: string) => {
    const { tool } = await call('restoreTool', { params: { tool_id: id }, body: { name } })
    void invalidate('deleted', 'tools', 'prompts', 'prompt')
    toast(`${tool.name} restored`)
  }
  const restore = useMutation({
    mutationFn: ({ id }: DeletedTool) => restoreAs(id),
    onError: (failure, { id, name }) =>
      failure instanceof ApiError && failure.status === 409
        ? setRenamed({ noun: 'tool', name, use: 'read', restore: (other) => restoreAs(id, other) })
        : toast(failure.message, { isProblem: true }),
  })
  return (
    <>
      <h3 className="font-semibold">Tools</h3>
      <p className="-mt-3 text-small text-ink-soft">
        They come back with their versions, labels, variables and external IDs. Prompts that refer to them
        have them again.
      </p>
      {error && <Problem error={error} onRetry={refetch} className="m-0" />}
      {data && (
        <Rows
          label="Deleted tools"
          heads={['Name', 'Deleted', 'Restorable until', '']}
          rows={data.tools}
          keyOf={({ id }) => id}
          empty={empty}
          cells={(tool) => [
            <bdi key="name">{tool.name}</bdi>,
            <Time key="deleted" at={tool.deleted_at} />,
            <Time key="until" at={tool.restorable_until} />,
            mayRestore && (
              <Button
                key="restore"
                size="small"
                aria-label={`Restore ${tool.name}`}
                disabled={restore.isPending}
                onClick={() => restore.mutate(tool)}
              >
                Restore
              </Button>
            ),
          ]}
        />
      )}
      {renamed && <RestoreUnderNameDialog renamed={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}
