import { type ReactNode, useId } from 'react'
import { errorElsewhere } from '../api/index.ts'
import { Button, Dialog, Form, Problem } from '../design/index.ts'

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
  /** Fields that show their own errors. */
  readonly fields?: readonly string[]
  /** The name of the form for screen readers. */
  readonly label?: string
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

const noState = { isPending: false, error: null }

/** A form in a dialog; errors that belong to no field are shown above it. */
export function FormDialog({ state = noState, fields = [], isReady = true, ...props }: Props) {
  const id = useId()
  const problem = errorElsewhere(state.error, fields)
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
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id={id} label={props.label} onSubmit={props.onSubmit}>
        {props.children}
      </Form>
    </Dialog>
  )
}
