import { type ReactNode, useId } from 'react'
import { Button, Dialog } from '../design/index.ts'
import { CheckedForm } from './checked-form.tsx'

interface Props {
  readonly title: string
  readonly description?: string
  readonly wide?: boolean
  /** The label of the confirming button. */
  readonly verb: ReactNode
  readonly isDanger?: boolean
  /** False if the form cannot be confirmed yet. */
  readonly isReady?: boolean
  /** The call that the form makes; absent if the caller makes it. */
  readonly state?: { readonly isPending: boolean; readonly error: Error | null }
  /** Paths of errors that the children show themselves, besides the fields that are named like the path. */
  readonly fields?: readonly string[]
  /** The name of the form for screen readers. */
  readonly label?: string
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

const noState = { isPending: false, error: null }

/** A `CheckedForm` in a dialog. */
export function FormDialog({ state = noState, fields = [], isReady = true, ...props }: Props) {
  const id = useId()
  return (
    <Dialog
      onClose={props.onClose}
      title={props.title}
      {...(props.description && { description: props.description })}
      {...(props.wide && { wide: true })}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            kind={props.isDanger ? 'danger' : 'primary'}
            type="submit"
            form={id}
            disabled={!isReady}
            isBusy={state.isPending}
          >
            {props.verb}
          </Button>
        </>
      }
    >
      <CheckedForm id={id} label={props.label} error={state.error} fields={fields} onSubmit={props.onSubmit}>
        {props.children}
      </CheckedForm>
    </Dialog>
  )
}
