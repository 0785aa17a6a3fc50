import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/index.ts'
import { Button, ConfirmByName, Menu, MenuItem, toast } from '../design/index.ts'

interface Props {
  readonly entity: { readonly id: number; readonly type: 'DATASET' | 'WORKFLOW' }
  readonly name: string
  /** The query of the list it stands in. */
  readonly list: string
  readonly consequence: string
}

/** What can be done with one line of a list whose entities stand in folders: it goes, once its name is typed. */
export function DeleteMenu({ entity, name, list, consequence }: Props) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('deleteFolderEntities', { body: { entities: [entity], cascade: false } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [list] })
      toast(`${name} deleted`)
    },
    onError: (error) => toast(error.message, { isProblem: true }),
  })
  return (
    <>
      <Menu
        trigger={
          <Button kind="quiet" size="small-icon" aria-label={`More for ${name}`}>
            <MoreHorizontal />
          </Button>
        }
      >
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
