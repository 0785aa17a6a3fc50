import { errorAt } from '../api/index.ts'
import { Button, Dialog, Form, TextField } from '../design/index.ts'

interface Props {
  readonly name: string
  readonly state: { readonly isPending: boolean; readonly error: Error | null }
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

export const NameDialog = ({ name, state, onName, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title="Rename dashboard"
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" form="dashboard-name" isBusy={state.isPending}>
          Rename
        </Button>
      </>
    }
  >
    <Form id="dashboard-name" onSubmit={({ name: next = '' }) => onName(next)}>
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        autoComplete="off"
        required
        error={errorAt(state.error, 'name')}
      />
    </Form>
  </Dialog>
)
