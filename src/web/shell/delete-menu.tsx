import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invalidate } from '../api/index.ts'
import { ConfirmByName, MenuItem, MenuSeparator, MoreMenu, toast, toastProblem } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'

export interface DeleteMenuProps {
  readonly name: string
  /** The first part of the query key of the list that contains the item. */
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
  const [isConfirming, setConfirming] = useState(false)
  const restore = useMutation({
    // The row is gone when a person presses "Undo", so the function itself refreshes the list and shows the toast.
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
        <MenuItem danger onSelect={() => setConfirming(true)}>
          Delete
        </MenuItem>
      </MoreMenu>
      {isConfirming && (
        <ConfirmByName
          onClose={() => setConfirming(false)}
          verb="Delete"
          name={name}
          consequence={consequence}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  )
}
