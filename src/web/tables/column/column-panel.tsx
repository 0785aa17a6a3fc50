import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { call, errorAt } from '../../api/index.ts'
import { Button, Field, Form, Problem, TextField, toast } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import type { SheetParams } from '../sheet/queries.ts'
import { type Config, configProblem } from './config.ts'
import { JsonField } from './json-field.tsx'
import { KindFields } from './kind-fields.tsx'
import { groups, kinds } from './kinds.ts'
import { NativeSelect } from './native-select.tsx'
import { PromptFields } from './prompt-fields.tsx'
import { SwitchRow } from './switch-row.tsx'

interface Props {
  readonly params: SheetParams
  /** None: a new one. */
  readonly column: Column | undefined
  readonly columns: readonly Column[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds a column or changes one; what the server refuses stands at its field. */
export function ColumnPanel({ params, column, columns, onSaved, onClose }: Props) {
  const [type, setType] = useState<ColumnTypeName>(column?.type ?? 'TEXT')
  const [config, setConfig] = useState<Config>(column?.config ?? {})
  const [isOutput, setOutput] = useState(column?.is_output_column ?? false)
  const [wantsJson, setWantsJson] = useState(false)
  const [isValid, setValid] = useState(true)
  const { fields } = kinds[type]
  const hasForm = fields !== undefined || type === 'PROMPT_TEMPLATE'
  const asJson = wantsJson || !hasForm
  const save = useMutation({
    mutationFn: async (title: string) => {
      const body = { title, config: type === 'TEXT' ? null : config, is_output_column: isOutput }
      if (!column) {
        await call('createColumn', { params, body: { ...body, type } })
        return 0
      }
      const changed = await call('updateColumn', { params: { ...params, column_id: column.id }, body })
      return changed.affected_column_ids.length
    },
    onSuccess: (affected, title) => {
      toast(affected > 0 ? `${title} saved; ${affected} columns have stale cells` : `${title} saved`)
      onSaved()
      onClose()
    },
  })
  const sources = columns.filter(({ id }) => id !== column?.id)
  const { error } = save
  const isAtField =
    errorAt(error, 'title') !== undefined ||
    (fields ?? []).some(({ path }) => configProblem(error, path) !== undefined) ||
    (type === 'PROMPT_TEMPLATE' && configProblem(error, 'template') !== undefined)
  const choose = (next: ColumnTypeName) => {
    save.reset()
    setType(next)
    setConfig(kinds[next].start ?? {})
    setWantsJson(false)
    setValid(true)
  }
  return (
    <aside
      aria-label={column ? `Edit column ${column.title}` : 'New column'}
      className="flex w-[380px] shrink-0 flex-col border-l bg-canvas"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="truncate font-semibold">{column ? column.title : 'New column'}</h2>
        <Button
          kind="primary"
          size="small"
          type="submit"
          form="column"
          className="ml-auto"
          disabled={save.isPending || !isValid}
        >
          Save column
        </Button>
        <Button kind="quiet" size="small-icon" aria-label="Close" onClick={onClose}>
          <X />
        </Button>
      </header>
      <Form
        id="column"
        className="min-h-0 flex-1 overflow-auto p-4"
        onSubmit={({ title = '' }) => save.mutate(title.trim())}
      >
        {error && (asJson || !isAtField) && <Problem error={error} className="m-0" />}
        <TextField
          label="Title"
          name="title"
          autoComplete="off"
          autoFocus={!column}
          defaultValue={column?.title}
          error={errorAt(error, 'title')}
        />
        <Field label="Type">
          {(control) => (
            <NativeSelect
              {...control}
              disabled={column !== undefined}
              value={type}
              onChange={({ target }) => choose(target.value as ColumnTypeName)}
            >
              {groups.map((group) => (
                <optgroup key={group.name} label={group.name}>
                  {group.types.map((one) => (
                    <option key={one} value={one}>
                      {kinds[one].name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </NativeSelect>
          )}
        </Field>
        {!asJson && fields && (
          <KindFields fields={fields} config={config} columns={sources} error={error} onChange={setConfig} />
        )}
        {!asJson && type === 'PROMPT_TEMPLATE' && (
          <PromptFields config={config} columns={sources} error={error} onChange={setConfig} />
        )}
        {asJson && (
          <JsonField
            key={type}
            config={config}
            error={undefined}
            onChange={setConfig}
            onValidity={setValid}
          />
        )}
        {type !== 'TEXT' && (
          <>
            <SwitchRow
              label="Output: the score is of outputs alone, if there are any"
              checked={isOutput}
              onChange={setOutput}
            />
            {hasForm && (
              <SwitchRow label="Edit the config as JSON" checked={wantsJson} onChange={setWantsJson} />
            )}
          </>
        )}
      </Form>
    </aside>
  )
}
