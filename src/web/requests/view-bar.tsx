import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, errorAt, errorElsewhere, useMay } from '../api/index.ts'
import { Button, classNames, Dialog, Form, Problem, TextField, toast } from '../design/index.ts'
import { addressOf, builtInViews, isShown, type Shown, savedOf, type View, viewOf } from './views.ts'

interface Props {
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}

const key = ['request-views']

/** Searches under a name: four that everybody has, and those that somebody saved for all in the workspace. */
export function ViewBar({ shown, onShow }: Props) {
  const client = useQueryClient()
  const maySave = useMay('contributor')
  const [isSaving, setSaving] = useState(false)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('listRequestViews', { signal }),
  })
  const views = [...builtInViews, ...(data?.request_views.map(viewOf) ?? [])]
  const current = views.find((view) => isShown(view, shown))
  const save = useMutation({
    mutationFn: (name: string) => call('createRequestView', { body: { name, ...savedOf(shown) } }),
    onSuccess: ({ request_view }) => {
      void client.invalidateQueries({ queryKey: key })
      setSaving(false)
      onShow(addressOf(viewOf(request_view)))
      toast(`View ${request_view.name} saved`)
    },
  })
  const remove = useMutation({
    mutationFn: ({ stored }: View) => call('deleteRequestView', { params: { request_view_id: stored!.id } }),
    onSuccess: (_answer, view) => {
      void client.invalidateQueries({ queryKey: key })
      const again = async () => {
        await call('createRequestView', { body: { name: view.name, ...savedOf(view.shown) } })
        await client.invalidateQueries({ queryKey: key })
      }
      toast(`View ${view.name} deleted`, { action: { label: 'Undo', onClick: () => void again() } })
    },
    onError: (error) => toast(error.message, { isProblem: true }),
  })
  const elsewhere = errorElsewhere(save.error, ['name'])
  return (
    <nav
      aria-label="Views"
      className="flex shrink-0 items-center gap-1 overflow-x-auto border-b bg-surface px-4 py-1.5"
    >
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          aria-current={view === current ? 'true' : undefined}
          onClick={() => onShow(addressOf(view))}
          className={classNames(
            'h-6 max-w-60 shrink-0 truncate rounded-md px-2 text-ink-soft hover:text-ink',
            view === current && 'bg-raised font-medium text-ink',
          )}
        >
          <bdi>{view.name}</bdi>
        </button>
      ))}
      {maySave && !current && (
        <Button kind="quiet" size="small" onClick={() => setSaving(true)}>
          <Bookmark />
          Save view
        </Button>
      )}
      {maySave && current?.stored && (
        <Button
          kind="quiet"
          size="small-icon"
          aria-label={`Delete view ${current.name}`}
          onClick={() => remove.mutate(current)}
        >
          <Trash2 />
        </Button>
      )}
      <Dialog
        open={isSaving}
        onOpenChange={setSaving}
        title="Save view"
        description="Everybody in the workspace will find these filters, this order and these columns under its name."
        actions={
          <Button kind="primary" type="submit" form="save-view" disabled={save.isPending}>
            Save view
          </Button>
        }
      >
        {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
        <Form id="save-view" onSubmit={({ name = '' }) => save.mutate(name.trim())}>
          <TextField
            label="Name"
            name="name"
            autoFocus
            autoComplete="off"
            error={errorAt(save.error, 'name')}
          />
        </Form>
      </Dialog>
    </nav>
  )
}
