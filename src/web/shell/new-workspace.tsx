import { useMutation } from '@tanstack/react-query'
import { call, errorAt, errorElsewhere, type Session } from '../api/index.ts'
import { Button, Dialog, Form, Problem, TextField } from '../design/index.ts'

interface Props {
  readonly onMade: (session: Session) => void
  readonly onClose: () => void
}

export function NewWorkspace({ onMade, onClose }: Props) {
  const creating = useMutation({
    mutationFn: (name: string) => call('createOwnWorkspace', { body: { name } }),
    onSuccess: onMade,
  })
  const problem = errorElsewhere(creating.error, ['name'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New workspace"
      description="You will run it; nothing in it is shared with the others."
      actions={
        <Button kind="primary" type="submit" form="new-workspace" isBusy={creating.isPending}>
          Create workspace
        </Button>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id="new-workspace" onSubmit={({ name = '' }) => creating.mutate(name)}>
        <TextField label="Name" name="name" autoFocus error={errorAt(creating.error, 'name')} />
      </Form>
    </Dialog>
  )
}
