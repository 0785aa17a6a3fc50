import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf, useMay } from '../api/index.ts'
import { Button, Dialog, Field, Input, Problem, Skeleton, TextField } from '../design/index.ts'
import { FormDialog, useFormChange } from '../dialogs/index.ts'
import { Plus, X } from '../icons/index.ts'
import { problemOf, readValues, type WrittenValues, writtenOf } from '../template-runs/forms.ts'
import { ValueFields } from '../template-runs/index.ts'

/** The fields of a set as they are saved. */
interface SetFields {
  readonly name: string
  readonly variables: Readonly<Record<string, unknown>>
}

export function NewVariableSet({ onClose }: { onClose: () => void }) {
  const create = useFormChange((body: SetFields) => call('createInputVariableSet', { body }), {
    keys: ['input-variable-sets'],
    done: (_answer, { name }) => `${name} created`,
    onSuccess: onClose,
  })
  return (
    <SetForm
      title="New input variable set"
      verb="Create set"
      name=""
      initial={{}}
      state={create}
      onSave={create.mutate}
      onClose={onClose}
    />
  )
}

/** Renames a set, and changes its variables. People who may not change it read them. */
export function EditVariableSet({ id, onClose }: { id: number; onClose: () => void }) {
  const params = { input_variable_set_id: id }
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...queryOf(['input-variable-sets', id], 'readInputVariableSet', { params }),
    staleTime: 0,
  })
  const save = useFormChange((body: SetFields) => call('updateInputVariableSet', { params, body }), {
    keys: ['input-variable-sets'],
    done: (_answer, { name }) => `${name} saved`,
    onSuccess: onClose,
  })
  const set = data?.input_variable_set
  // The form must not be based on cached values, which may be older.
  if (set && isFetchedAfterMount)
    return (
      <SetForm
        title={set.name}
        verb="Save set"
        name={set.name}
        initial={set.variables}
        state={save}
        onSave={save.mutate}
        onClose={onClose}
      />
    )
  return (
    <Dialog wide onClose={onClose} title="Input variable set">
      {error ? <Problem error={error} onRetry={refetch} className="m-0" /> : <Skeleton className="h-40" />}
    </Dialog>
  )
}

interface FormProps {
  readonly title: string
  readonly verb: string
  readonly name: string
  readonly initial: Readonly<Record<string, unknown>>
  readonly state: { readonly isPending: boolean; readonly error: Error | null }
  readonly onSave: (fields: SetFields) => void
  readonly onClose: () => void
}

function SetForm({ title, verb, name, initial, state, onSave, onClose }: FormProps) {
  const mayChange = useMay('contributor')
  const [values, setValues] = useState<WrittenValues>(() =>
    Object.fromEntries(Object.entries(initial).map(([variable, value]) => [variable, writtenOf(value)])),
  )
  const names = Object.keys(values)
  const remove = (removed: string) =>
    setValues(Object.fromEntries(Object.entries(values).filter(([variable]) => variable !== removed)))
  const hasProblem = Object.values(values).some((value) => problemOf(value) !== null)
  const fields = (
    <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Name and variables</legend>
      <TextField label="Name" name="name" defaultValue={name} autoComplete="off" />
      {names.map((variable) => (
        <div key={variable} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ValueFields
              names={[variable]}
              kinds={noValueKinds}
              values={values}
              onChange={(changed) => setValues({ ...values, ...changed })}
            />
          </div>
          {mayChange && (
            <Button
              kind="quiet"
              size="small-icon"
              className="mt-6"
              aria-label={`Remove ${variable}`}
              onClick={() => remove(variable)}
            >
              <X />
            </Button>
          )}
        </div>
      ))}
      {mayChange && (
        <NewVariable existingNames={names} onAdd={(variable) => setValues({ ...values, [variable]: '' })} />
      )}
    </fieldset>
  )
  if (!mayChange)
    return (
      <Dialog wide onClose={onClose} title={title} actions={<Button onClick={onClose}>Close</Button>}>
        {fields}
      </Dialog>
    )
  return (
    <FormDialog
      wide
      title={title}
      verb={verb}
      isReady={!hasProblem}
      state={state}
      onSubmit={({ name: typed = '' }) => onSave({ name: typed.trim(), variables: readValues(values) })}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  )
}

const noValueKinds = new Map<string, never>()

/** Adds a variable by its name. Enter adds it too, instead of saving the set. */
function NewVariable({
  existingNames,
  onAdd,
}: {
  existingNames: readonly string[]
  onAdd: (name: string) => void
}) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isTaken = existingNames.includes(name)
  const add = () => {
    if (name === '' || isTaken) return
    onAdd(name)
    setTyped('')
  }
  return (
    <Field label="Add a variable" error={isTaken ? 'The set already has this variable.' : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            className="flex-1 font-mono"
            placeholder="customer_name"
            autoComplete="off"
            maxLength={255}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
          />
          <Button disabled={name === '' || isTaken} onClick={add}>
            <Plus />
            Add
          </Button>
        </div>
      )}
    </Field>
  )
}
