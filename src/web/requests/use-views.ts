import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inNaturalOrder } from '../../engine/natural-order.ts'
import { call } from '../api/index.ts'
import { toast } from '../design/index.ts'
import { builtInViews, type Shown, type StoredView, savedOf, viewOf } from './views.ts'

const key = ['request-views']

/** Built-in views, and those saved for the workspace. */
export function useViews() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('listRequestViews', { signal }),
  })
  return [...builtInViews, ...inNaturalOrder(data?.request_views ?? [], ({ name }) => name).map(viewOf)]
}

type Saved = Pick<StoredView, 'query' | 'since_hours' | 'columns'>
type ViewChange = Partial<Saved & Pick<StoredView, 'name'>>

/** Changes of saved views; all but creating and renaming can be undone. */
export function useViewChanges() {
  const client = useQueryClient()
  const again = () => void client.invalidateQueries({ queryKey: key })
  const failed = (error: Error) => toast(error.message, { isProblem: true })
  const make = (name: string, saved: Saved) => call('createRequestView', { body: { name, ...saved } })
  const change = (id: number, body: ViewChange) =>
    call('updateRequestView', { params: { request_view_id: id }, body })
  const undoing = (undo: () => Promise<unknown>) => ({
    action: { label: 'Undo', onClick: () => void undo().then(again, failed) },
  })
  const create = useMutation({
    mutationFn: ({ name, shown }: { name: string; shown: Shown }) => make(name, savedOf(shown)),
    onSuccess: ({ request_view }) => {
      again()
      toast(`View ${request_view.name} saved`)
    },
  })
  const rename = useMutation({
    mutationFn: ({ view, name }: { view: StoredView; name: string }) => change(view.id, { name }),
    onSuccess: ({ request_view }) => {
      again()
      toast(`View renamed to ${request_view.name}`)
    },
  })
  const update = useMutation({
    mutationFn: ({ view, shown }: { view: StoredView; shown: Shown }) => change(view.id, savedOf(shown)),
    onSuccess: (_answer, { view: { id, name, query, since_hours, columns } }) => {
      again()
      toast(
        `View ${name} updated`,
        undoing(() => change(id, { query, since_hours, columns })),
      )
    },
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: ({ id }: StoredView) => call('deleteRequestView', { params: { request_view_id: id } }),
    onSuccess: (_answer, { name, query, since_hours, columns }) => {
      again()
      toast(
        `View ${name} deleted`,
        undoing(() => make(name, { query, since_hours, columns })),
      )
    },
    onError: failed,
  })
  return { create, rename, update, remove }
}
