import type { ReactNode } from 'react'
import { errorElsewhere } from '../api/index.ts'
import { Button, Dialog, Form, Problem } from '../design/index.ts'

interface Props {
  readonly title: string
  readonly description?: string
  /** The label of the confirming button. */
  readonly verb: string
  readonly error: Error | null
  /** Fields that show their own errors. */
  readonly fields: readonly string[]
  readonly isPending: boolean
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog; errors that belong to no field are shown above it. */
export function FormDialog(props: Props) {
  const problem = errorElsewhere(props.error, props.fields)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.title}
      {...(props.description && { description: props.description })}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="form-dialog" isBusy={props.isPending}>
            {props.verb}
          </Button>
        </>
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      <Form id="form-dialog" onSubmit={props.onSubmit}>
        {props.children}
      </Form>
    </Dialog>
  )
}
