import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/index.ts'
import { Button, ConfirmByName, Menu, MenuItem, toast } from '../../design/index.ts'

interface Props {
  readonly id: number
  readonly name: string
}

export function DatasetMenu({ id, name }: Props) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      call('deleteFolderEntities', { body: { entities: [{ id, type: 'DATASET' }], cascade: false } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['datasets'] })
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
        consequence="Its versions will be gone; reports that ran over them stay."
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
