import { useQuery } from '@tanstack/react-query'
import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { invalidate } from '../../api/index.ts'
import { toast, toastProblem } from '../../design/index.ts'
import { useChange, useFormChange } from '../../dialogs/values.ts'
import type { StoredView, ViewChange, ViewKind } from './view-kind.ts'

/** The built-in views, and the views that were saved for the workspace. */
export function useViews<Shown, Stored extends StoredView>(kind: ViewKind<Shown, Stored>) {
  const { data } = useQuery({ queryKey: kind.key, queryFn: ({ signal }) => kind.read(signal) })
  return [...kind.builtIn, ...inNaturalOrder(data ?? [], ({ name }) => name).map(kind.viewOf)]
}

/** Changes of saved views. Updating and deleting can be undone. */
export function useViewChanges<Shown, Stored extends StoredView>(kind: ViewKind<Shown, Stored>) {
  const refresh = () => void invalidate(kind.key)
  const withUndo = (undo: () => Promise<unknown>) => ({ undo: () => void undo().then(refresh, toastProblem) })
  const create = useFormChange(
    ({ name, shown }: { name: string; shown: Shown }) => kind.create(name, kind.savedOf(shown)),
    { done: ({ name }) => `View ${name} saved`, onSuccess: refresh },
  )
  const rename = useFormChange(
    ({ view, name }: { view: Stored; name: string }) => kind.update(view.id, { name } as ViewChange<Stored>),
    { done: ({ name }) => `View renamed to ${name}`, onSuccess: refresh },
  )
  const update = useChange(
    ({ view, shown }: { view: Stored; shown: Shown }) =>
      kind.update(view.id, kind.savedOf(shown) as ViewChange<Stored>),
    {
      onSuccess: (_answer, { view: { id, name, query, since_hours, columns } }) => {
        refresh()
        const before = { query, since_hours, columns } as ViewChange<Stored>
        toast(
          `View ${name} updated`,
          withUndo(() => kind.update(id, before)),
        )
      },
    },
  )
  const remove = useChange(({ id }: Stored) => kind.remove(id), {
    done: (_answer, { name, query, since_hours, columns }) => [
      `View ${name} deleted`,
      withUndo(() => kind.create(name, { query, since_hours, columns })),
    ],
    onSuccess: refresh,
  })
  return { create, rename, update, remove }
}
