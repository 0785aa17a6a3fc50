import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invalidate } from '../api/index.ts'
import { Button, ConfirmByName, Menu, MenuItem, MenuSeparator, toast } from '../design/index.ts'
import { Ellipsis } from '../icons/index.ts'

export interface DeleteMenuProps {
  readonly name: string
  /** The query of the list that contains the item. */
  readonly list: string
  readonly consequence: string
  readonly onDelete: () => Promise<unknown>
  /** Other actions, above the deletion. */
  readonly children?: ReactNode
}

/** The menu of a list item. To delete the item, the person types its name. */
export function DeleteMenu({ name, list, consequence, onDelete, children }: DeleteMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      void invalidate([list])
      toast(`${name} deleted`)
    },
    onError: (error) => toast(error.message, { isProblem: true }),
  })
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="small-icon" aria-label={`More for ${name}`}>
            <Ellipsis />
          </Button>
        }
      >
        {children}
        {children && <MenuSeparator />}
        <MenuItem danger onSelect={() => setAsking(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmByName
        open={isAsking}
        onOpenChange={setAsking}
        verb="Delete"
        name={name}
        consequence={consequence}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
