import { useState } from 'react'
import { call, errorAt } from '../api/index.ts'
import { Field, TextArea, TextField } from '../design/index.ts'
import { FormDialog } from '../dialogs/index.ts'
import { useChange } from './use-change.ts'

const exampleParameters = {
  type: 'object',
  properties: { email: { type: 'string', description: 'E-mail address of the customer' } },
  required: ['email'],
}

/** The first version of a tool: its definition for models. Code is added by the API. */
export function NewTool({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState<string>()
  const create = useChange(
    'tools',
    ({ name, description, parameters }: { name: string; description: string; parameters: unknown }) =>
      call('createTool', {
        body: {
          name,
          description,
          tool_definition: { type: 'function', function: { name, description, parameters } },
        },
      }),
    { isForm: true, done: 'Tool created', onSuccess: onClose },
  )
  return (
    <FormDialog
      title="New tool"
      description="Models see the name, the description and the parameters."
      verb="Create tool"
      error={create.error}
      fields={['name', 'description', 'tool_definition']}
      isPending={create.isPending}
      onClose={onClose}
      onSubmit={({ name = '', description = '', parameters = '' }) => {
        const read = readObject(parameters)
        setProblem(read ? undefined : 'Must be a JSON object: a JSON schema of the arguments.')
        if (read) create.mutate({ name, description, parameters: read })
      }}
    >
      <TextField
        label="Name"
        name="name"
        placeholder="find_customer"
        autoFocus
        error={errorAt(create.error, 'name')}
      />
      <TextField
        label="Description"
        name="description"
        placeholder="Finds a customer by e-mail address"
        error={errorAt(create.error, 'description')}
      />
      <Field
        label="Parameters"
        hint="A JSON schema of the arguments."
        error={problem ?? errorAt(create.error, 'tool_definition')}
      >
        {(control) => (
          <TextArea
            {...control}
            name="parameters"
            rows={10}
            spellCheck={false}
            defaultValue={JSON.stringify(exampleParameters, null, 2)}
            className="font-mono text-[12.5px]"
          />
        )}
      </Field>
    </FormDialog>
  )
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
