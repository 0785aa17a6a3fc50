import type { ReactNode } from 'react'
import { errorAt } from '../api/index.ts'
import { TextField } from '../design/index.ts'
import { FormDialog } from './form-dialog.tsx'

interface Props {
  readonly title: string
  readonly description?: string
  /** The label of the confirming button. */
  readonly verb: string
  /** The former name. */
  readonly name?: string
  readonly state: { readonly isPending: boolean; readonly error: Error | null }
  readonly onName: (name: string) => void
  readonly onClose: () => void
  /** Fields below the name. */
  readonly children?: ReactNode
}

/** Asks for a name. Spaces around the name are removed. */
export const NameDialog = ({ name, state, onName, children, ...dialog }: Props) => (
  <FormDialog
    {...dialog}
    state={state}
    fields={['title']}
    onSubmit={({ name: typedName = '' }) => onName(typedName.trim())}
  >
    <TextField
      label="Name"
      name="name"
      defaultValue={name}
      autoFocus
      autoComplete="off"
      error={errorAt(state.error, 'title')}
    />
    {children}
  </FormDialog>
)
