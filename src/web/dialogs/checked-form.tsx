import { type ComponentProps, useState } from 'react'
import { errorAt, errorElsewhere } from '../api/index.ts'
import { FieldErrors, Form, Problem } from '../design/index.ts'

interface Props extends ComponentProps<typeof Form> {
  /** The error of the call that the form makes. */
  readonly error: Error | null
  /** Paths of errors that the children show themselves, besides the fields that are named like the path. */
  readonly fields?: readonly string[]
}

/** A form whose text fields show the server's errors about them. Other errors are shown above the fields. */
export function CheckedForm({ error, fields = [], onSubmit, children, ...form }: Props) {
  const [names, setNames] = useState<readonly string[]>([])
  const elsewhere = errorElsewhere(error, [...fields, ...names])
  return (
    <Form
      {...form}
      onSubmit={(values) => {
        setNames(Object.keys(values))
        onSubmit(values)
      }}
    >
      {elsewhere && <Problem error={elsewhere} className="m-0" />}
      <FieldErrors value={(name) => errorAt(error, name)}>{children}</FieldErrors>
    </Form>
  )
}
