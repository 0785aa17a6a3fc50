import { useMutation, useQuery } from '@tanstack/react-query'
import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { invalidate } from '../../api/index.ts'
import { toast } from '../../design/index.ts'
import type { StoredView, ViewChange, ViewKind } from './view-kind.ts'

/** The built-in views, and the views that were saved for the workspace. */
export function useViews<Shown, Stored extends StoredView>(kind: ViewKind<Shown, Stored>) {
  const { data } = useQuery({ queryKey: kind.key, queryFn: ({ signal }) => kind.read(signal) })
  return [...kind.builtIn, ...inNaturalOrder(data ?? [], ({ name }) => name).map(kind.viewOf)]
}

/** Changes saved views. All changes but creating and renaming can be undone. */
export function useViewChanges<Shown, Stored extends StoredView>(kind: ViewKind<Shown, Stored>) {
  const again = () => void invalidate(kind.key)
  const failed = (error: Error) => toast(error.message, { isProblem: true })
  const undoing = (undo: () => Promise<unknown>) => ({
    action: { label: 'Undo', onClick: () => void undo().then(again, failed) },
  })
  const create = useMutation({
    mutationFn: ({ name, shown }: { name: string; shown: Shown }) => kind.create(name, kind.savedOf(shown)),
    onSuccess: ({ name }) => {
      again()
      toast(`View ${name} saved`)
    },
  })
  const rename = useMutation({
    mutationFn: ({ view, name }: { view: Stored; name: string }) =>
      kind.update(view.id, { name } as ViewChange<Stored>),
    onSuccess: ({ name }) => {
      again()
      toast(`View renamed to ${name}`)
    },
  })
  const update = useMutation({
    mutationFn: ({ view, shown }: { view: Stored; shown: Shown }) =>
      kind.update(view.id, kind.savedOf(shown) as ViewChange<Stored>),
    onSuccess: (_answer, { view: { id, name, query, since_hours, columns } }) => {
      again()
      const before = { query, since_hours, columns } as ViewChange<Stored>
      toast(
        `View ${name} updated`,
        undoing(() => kind.update(id, before)),
      )
    },
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Stored) => kind.remove(id),
    onSuccess: (_answer, { name, query, since_hours, columns }) => {
      again()
      toast(
        `View ${name} deleted`,
        undoing(() => kind.create(name, { query, since_hours, columns })),
      )
    },
    onError: failed,
  })
  return { create, rename, update, remove }
}
