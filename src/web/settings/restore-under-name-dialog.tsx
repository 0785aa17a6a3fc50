import { useMutation } from '@tanstack/react-query'
import { call, errorAt, errorElsewhere } from '../api/index.ts'
import { Button, Dialog, Form, Problem, TextField } from '../design/index.ts'

interface Props {
  readonly prompt: { readonly id: number; readonly name: string }
  readonly onRestored: (prompt: { readonly id: number; readonly name: string }) => void
  readonly onClose: () => void
}

/** Another prompt has the name by now. */
export function RestoreUnderNameDialog({ prompt, onRestored, onClose }: Props) {
  const restore = useMutation({
    mutationFn: (name: string) =>
      call('restorePrompt', { params: { prompt_id: prompt.id }, body: { name: name.trim() } }),
    onSuccess: (answer) => onRestored(answer.prompt),
  })
  const elsewhere = errorElsewhere(restore.error, ['name'])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Another prompt is named ${prompt.name}`}
      description="Restore the deleted prompt under a new name. Applications that use the former name read the other prompt."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="restore" isBusy={restore.isPending}>
            Restore
          </Button>
        </>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form id="restore" label="New name" onSubmit={({ name = '' }) => restore.mutate(name)}>
        <TextField
          label="Name"
          name="name"
          defaultValue={`${prompt.name} (restored)`}
          autoFocus
          autoComplete="off"
          error={errorAt(restore.error, 'name')}
        />
      </Form>
    </Dialog>
  )
}
