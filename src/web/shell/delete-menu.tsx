import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invalidate } from '../api/index.ts'
import { ConfirmByName, MenuItem, MenuSeparator, MoreMenu, toast, toastProblem } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'

export interface DeleteMenuProps {
  readonly name: string
  /** The query of the list that contains the item. */
  readonly list: string
  readonly consequence: string
  readonly onDelete: () => Promise<unknown>
  /** Undoes the deletion; absent if it is final. */
  readonly onRestore?: () => Promise<unknown>
  /** Other actions, above the deletion. */
  readonly children?: ReactNode
}

/** The menu of a list item. To delete the item, the person types its name. */
export function DeleteMenu({ name, list, consequence, onDelete, onRestore, children }: DeleteMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const restore = useMutation({
    // Runs after this row is gone, so the call itself reports its end.
    mutationFn: async (undo: () => Promise<unknown>) => {
      await undo()
      void invalidate([list])
      toast(`${name} restored`)
    },
    onError: toastProblem,
  })
  const remove = useChange(onDelete, {
    keys: [[list]],
    done: () => [`${name} deleted`, onRestore && { undo: () => restore.mutate(onRestore) }],
  })
  return (
    <>
      <MoreMenu label={`More for ${name}`}>
        {children}
        {children && <MenuSeparator />}
        <MenuItem danger onSelect={() => setAsking(true)}>
          Delete
        </MenuItem>
      </MoreMenu>
      {isAsking && (
        <ConfirmByName
          onClose={() => setAsking(false)}
          verb="Delete"
          name={name}
          consequence={consequence}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  )
}
