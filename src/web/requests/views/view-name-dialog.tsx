import type { UseMutationResult } from '@tanstack/react-query'
import { errorAt, errorElsewhere } from '../../api/index.ts'
import { Button, Dialog, Form, Problem, TextField } from '../../design/index.ts'

interface Props {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: string
  readonly verb: string
  readonly name?: string
  readonly onName: (name: string) => void
  readonly state: Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending'>
}

export function ViewNameDialog({
  open,
  onOpenChange,
  title,
  description,
  verb,
  name,
  onName,
  state: { error, isPending },
}: Props) {
  const elsewhere = errorElsewhere(error, ['name'])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(description && { description })}
      actions={
        <Button kind="primary" type="submit" form="name-view" isBusy={isPending}>
          {verb}
        </Button>
      }
    >
      {elsewhere && <Problem error={elsewhere} className="m-0 mb-3" />}
      <Form id="name-view" onSubmit={({ name: written = '' }) => onName(written.trim())}>
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          autoFocus
          autoComplete="off"
          error={errorAt(error, 'name')}
        />
      </Form>
    </Dialog>
  )
}
