import { useState } from 'react'
import { call, errorAt } from '../api/index.ts'
import { TextField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'

/** Valid names of headers. If the name is valid, an error of the header is about its value. */
const headerName = /^[!#$%&'*+.^_`|~\w-]{1,256}$/

export function NewMcpServer({ onClose }: { readonly onClose: () => void }) {
  const [isNameMissing, setNameMissing] = useState(false)
  const add = useFormChange(
    ({ name = '', url = '', header, value = '' }: Readonly<Record<string, string>>) =>
      call('createMcpServer', { body: { name, url, headers: header ? { [header]: value } : null } }),
    { keys: ['mcp-servers'], done: 'Server added', onSuccess: onClose },
  )
  const submit = (values: Readonly<Record<string, string>>) => {
    const isMissing = values['value'] !== '' && values['header'] === ''
    setNameMissing(isMissing)
    if (!isMissing) add.mutate(values)
  }
  const header = add.variables?.['header'] ?? ''
  const headerPath = `headers.${header}`
  const headerError = errorAt(add.error, headerPath)
  const nameError = headerName.test(header) ? undefined : headerError
  return (
    <FormDialog
      title="Add an MCP server"
      verb="Add server"
      state={add}
      fields={[headerPath]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" name="name" autoFocus />
      <TextField label="Address" name="url" placeholder="https://" />
      <TextField
        label="Header"
        name="header"
        placeholder="Authorization"
        autoComplete="off"
        error={isNameMissing ? 'Enter the name of the header.' : nameError}
      />
      <TextField
        label="Value of the header"
        name="value"
        type="password"
        autoComplete="off"
        hint="Can contain environment variables, written as ${NAME}."
        error={nameError ? undefined : headerError}
      />
    </FormDialog>
  )
}
