import { useMutation, useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useDeferredValue, useState } from 'react'
import { ApiError, invalidate, useMay } from '../api/index.ts'
import { Button, Input, Time, toast, toastProblem } from '../design/index.ts'
import { type DeletedEntity, type DeletedKind, deletedKinds } from './deleted-kinds.ts'
import { type Renamed, RestoreUnderNameDialog } from './restore-under-name-dialog.tsx'
import { Rows, Section } from './section.tsx'

interface Choice {
  readonly kind: DeletedKind
  readonly entity: DeletedEntity
}

/** Entities that were deleted in the last 30 days, and their restoration. */
export function RecentlyDeleted() {
  const navigate = useNavigate()
  const mayRestore = useMay('contributor')
  const [words, setWords] = useState('')
  const [renamed, setRenamed] = useState<Renamed | null>(null)
  const q = useDeferredValue(words.trim()) || undefined
  const lists = useQueries({
    queries: deletedKinds.map(({ title, list }) => ({
      queryKey: ['deleted', title, q],
      queryFn: () => list(q),
    })),
  })
  const restoreAs = async ({ kind, entity }: Choice, name?: string) => {
    const { name: restored, link } = await kind.restore(entity.id, name)
    void invalidate('deleted', ...kind.lists)
    toast(`${restored} restored`, {
      ...(link && { action: { label: 'Open', onClick: () => void navigate(link) } }),
    })
  }
  const restore = useMutation({
    mutationFn: (choice: Choice) => restoreAs(choice),
    onError: (error, choice) => {
      const { kind, entity } = choice
      if (kind.named && error instanceof ApiError && error.status === 409)
        setRenamed({ ...kind.named, name: entity.name, restore: (name) => restoreAs(choice, name) })
      else toastProblem(error)
    },
  })
  const isEmpty = lists.every(({ data }) => data?.entities.length === 0)
  return (
    <Section
      title="Recently deleted"
      changedBy="contributor"
      about="Deleted prompts, workflows, tools, skill collections, input variable sets, tables, sheets, datasets and reports can be restored for 30 days."
      query={{
        data: lists.every(({ data }) => data) || undefined,
        error: lists.find(({ error }) => error)?.error ?? null,
        refetch: () => invalidate('deleted'),
      }}
      action={
        <Input
          data-page-search
          aria-label="Find deleted items"
          placeholder="Find by name"
          className="w-64 max-sm:w-full"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      }
    >
      {isEmpty && (
        <p className="rounded-lg border border-dashed px-4 py-8 text-center text-ink-soft">
          {q === undefined ? 'Nothing was deleted in the last 30 days.' : 'No deleted item has this name.'}
        </p>
      )}
      {deletedKinds.map((kind, index) => {
        const { entities, has_more } = lists[index]!.data ?? { entities: [], has_more: false }
        if (entities.length === 0) return null
        return (
          <Fragment key={kind.title}>
            <h3 className="font-semibold">{kind.title}</h3>
            <p className="-mt-3 text-small text-ink-soft">{kind.about}</p>
            <Rows
              label={`Deleted: ${kind.title}`}
              heads={['Name', ...(kind.detail ? [kind.detail] : []), 'Deleted', 'Deleted forever', '']}
              rows={entities}
              keyOf={({ id }) => id}
              empty=""
              cells={(entity) => [
                <bdi key="name">{entity.name}</bdi>,
                ...(kind.detail ? [<bdi key="detail">{entity.detail}</bdi>] : []),
                <Time key="deleted" at={entity.deleted_at} />,
                <Time key="until" at={entity.restorable_until} />,
                mayRestore && (
                  <Button
                    key="restore"
                    size="small"
                    aria-label={`Restore ${entity.name}`}
                    disabled={restore.isPending}
                    onClick={() => restore.mutate({ kind, entity })}
                  >
                    Restore
                  </Button>
                ),
              ]}
            />
            {has_more && <p className="text-small text-ink-soft">Search by name to find the earlier ones.</p>}
          </Fragment>
        )
      })}
      {renamed && <RestoreUnderNameDialog renamed={renamed} onClose={() => setRenamed(null)} />}
    </Section>
  )
}
