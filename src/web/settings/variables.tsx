import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, ApiError, call, queryOf, useMay } from '../api/index.ts'
import { Badge, Button, TextAreaField, TextField, Time } from '../design/index.ts'
import { FormDialog, RowConfirmButton, useChange, useFormChange } from '../dialogs/index.ts'
import { RestrictionDialog, restrictionText } from './restriction-dialog.tsx'
import { AddButton, Rows, Section } from './section.tsx'

type Variable = Answer<'listWorkspaceVariables'>['workspace_env_vars'][number]
const maxLength = 8192

export function Variables() {
  const { data, error, refetch } = useQuery(queryOf(['variables'], 'listWorkspaceVariables'))
  const isAdmin = useMay('admin')
  const [editing, setEditing] = useState<Variable | 'new' | null>(null)
  const [restricting, setRestricting] = useState<Variable | null>(null)
  const remove = useChange((id: number) => call('deleteWorkspaceVariable', { params: { var_id: id } }), {
    keys: ['variables'],
    done: 'Variable deleted',
  })
  return (
    <Section
      title="Environment variables"
      changedBy="admin"
      about="For the code of tools. Values are never shown again. Variables of a tool override these."
      query={{ data, error, refetch }}
      action={isAdmin && <AddButton onClick={() => setEditing('new')}>Add variable</AddButton>}
    >
      {data?.workspace_env_vars.some(({ restriction }) => restriction === null) && (
        <p className="text-small text-ink-soft">
          Anyone who can write the code of a tool can read a variable without a restriction. Limit each to the
          roles, tools and hosts that need it.
        </p>
      )}
      <Rows
        label="Environment variables"
        heads={['Name', 'Value', 'Restricted to', 'Changed', '']}
        rows={data?.workspace_env_vars ?? []}
        keyOf={({ id }) => id}
        empty="No variables yet."
        cells={(variable) => [
          <code key="name" className="text-small">
            {variable.key}
          </code>,
          variable.is_empty ? (
            <Badge key="value" tone="warning">
              Empty
            </Badge>
          ) : (
            <code key="value" className="text-small text-ink-soft">
              ••••{variable.value_suffix}
            </code>
          ),
          variable.restriction ? (
            <span
              key="restriction"
              className="block max-w-44 truncate"
              title={restrictionText(variable.restriction)}
            >
              {restrictionText(variable.restriction)}
            </span>
          ) : (
            <Badge key="restriction" tone="warning">
              No restriction
            </Badge>
          ),
          <Time key="at" at={variable.updated_at} />,
          isAdmin && (
            <span key="do" className="flex justify-end gap-1">
              <Button
                size="small"
                aria-label={`Replace ${variable.key}`}
                onClick={() => setEditing(variable)}
              >
                Replace
              </Button>
              <Button
                size="small"
                aria-label={`Restrict ${variable.key}`}
                onClick={() => setRestricting(variable)}
              >
                Restrict
              </Button>
              <RowConfirmButton
                verb="Delete"
                name={variable.key}
                consequence="Code that reads it gets no value from now on."
                onConfirm={() => remove.mutate(variable.id)}
              />
            </span>
          ),
        ]}
      />
      {editing && (
        <VariableDialog variable={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {restricting && <RestrictionDialog variable={restricting} onClose={() => setRestricting(null)} />}
    </Section>
  )
}

function VariableDialog({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const [value, setValue] = useState('')
  const save = useFormChange(
    (key: string) =>
      variable
        ? call('updateWorkspaceVariable', { params: { var_id: variable.id }, body: { value } })
        : call('createWorkspaceVariable', { body: { key, value } }),
    { keys: ['variables'], done: 'Variable saved', onSuccess: onClose },
  )
  const isTaken = save.error instanceof ApiError && save.error.status === 409
  return (
    <FormDialog
      title={variable ? `Replace ${variable.key}` : 'Add a variable'}
      verb="Save variable"
      state={save}
      onSubmit={({ key = '' }) => save.mutate(key)}
      onClose={onClose}
    >
      {!variable && (
        <TextField
          label="Name"
          name="key"
          autoFocus
          autoComplete="off"
          className="font-mono"
          placeholder="CRM_TOKEN"
          error={isTaken ? 'This name is already used.' : undefined}
        />
      )}
      <TextAreaField
        label="Value"
        hint={`${value.length.toLocaleString('en')} of ${maxLength.toLocaleString('en')}`}
        name="value"
        rows={4}
        maxLength={maxLength}
        className="font-mono"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </FormDialog>
  )
}
