import { useMutation } from '@tanstack/react-query'
import { errorAt, errorElsewhere } from '../api/index.ts'
import { Button, Dialog, Form, Problem, TextField } from '../design/index.ts'

interface Props {
  readonly title: string
  readonly description?: string
  readonly name: string
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** The name of a saved playground. */
export function NameDialog({ title, description, name, onSave, onClose }: Props) {
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose })
  const elsewhere = errorElsewhere(save.error, ['name'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      {...(description && { description })}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="playground-name" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form id="playground-name" onSubmit={({ name: written = '' }) => save.mutate(written.trim())}>
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          autoFocus
          autoComplete="off"
          error={errorAt(save.error, 'name')}
        />
      </Form>
    </Dialog>
  )
}
