import { useId, useState } from 'react'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'
import { call, errorAt, invalidate } from '../../api/index.ts'
import { type Config, configProblem, forms } from '../../columns/forms.ts'
import { ConfigForm, TypeChoice } from '../../columns/index.ts'
import { Button, Form, HeadedPanel, Problem, SwitchRow, TextField } from '../../design/index.ts'
import { ConfirmButton, useFormChange } from '../../dialogs/index.ts'
import { Trash2 } from '../../icons/index.ts'
import type { ReportColumn } from '../queries.ts'

interface Props {
  readonly report: number
  /** The edited column; absent: a new one. */
  readonly column: ReportColumn | undefined
  readonly columns: readonly ReportColumn[]
  readonly onClose: () => void
}

/**
 * Types that reports do not offer: fixed values are in the dataset, and only tables have sheets and traces.
 */
const unavailableTypes: ReadonlySet<ColumnTypeName> = new Set(['TEXT', 'TRACE', 'COMPOSITION'])

/** The error with "config" in its paths, as in the API of sheets; the API of reports says "configuration". */
const asConfigError = (error: Error | null): Error | null =>
  error && new Error(error.message.replace(/^configuration\b/, 'config'))

export function ColumnPanel({ report, column, columns, onClose }: Props) {
  const form = useId()
  const [type, setType] = useState((column?.column_type ?? 'COMPARE') as ColumnTypeName)
  const [config, setConfig] = useState<Config>(() => {
    const stored = column?.configuration ?? forms[type].start ?? {}
    return forms[type].opened?.(stored) ?? stored
  })
  const [isScored, setScored] = useState(false)
  const [wantsJson, setWantsJson] = useState(false)
  const [isValid, setValid] = useState(true)
  const refresh = () => invalidate(['report', report])
  const save = useFormChange(
    (name: string) => {
      const body = { report_id: report, column_type: type, name, configuration: { ...config } }
      return column
        ? call('editReportColumn', { params: { report_column_id: column.id }, body })
        : call('addReportColumn', { body: { ...body, is_part_of_score: isScored } })
    },
    {
      done: ({ report_column }) => `${report_column.name} saved`,
      onSuccess: async () => {
        onClose()
        await refresh()
      },
    },
  )
  const remove = useFormChange(
    (id: number) => call('deleteReportColumn', { params: { report_column_id: id } }),
    {
      done: () => `${column?.name} deleted`,
      onSuccess: async () => {
        onClose()
        await refresh()
      },
    },
  )
  const error = save.error ?? remove.error
  const problemAt = (path: string) => configProblem(asConfigError(error), path)
  const isAtField =
    errorAt(error, 'name') !== undefined ||
    (!wantsJson && forms[type].fields.some(({ path }) => problemAt(path) !== undefined))
  const sources = columns.filter(({ position }) => !column || position < column.position)
  return (
    <HeadedPanel
      label={column ? `Edit column ${column.name}` : 'New column'}
      title={column ? <bdi>{column.name}</bdi> : 'New column'}
      actions={
        <>
          {column && (
            <ConfirmButton
              size="small-icon"
              aria-label={`Delete column ${column.name}`}
              verb="Delete"
              name={column.name}
              consequence="Its values in the preview are lost, and columns that read it fail. Finished runs keep their results."
              onConfirm={() => remove.mutate(column.id)}
            >
              <Trash2 />
            </ConfirmButton>
          )}
          <Button
            kind="primary"
            size="small"
            type="submit"
            form={form}
            disabled={!isValid}
            isBusy={save.isPending}
          >
            Save column
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Form
        id={form}
        className="min-h-0 flex-1 overflow-auto p-4"
        onSubmit={({ name = '' }) => save.mutate(name.trim())}
      >
        {error && !isAtField && <Problem error={error} className="m-0" />}
        <TextField
          label="Name"
          name="name"
          defaultValue={column?.name}
          autoFocus={!column}
          autoComplete="off"
          error={errorAt(error, 'name')}
        />
        <TypeChoice
          type={type}
          isFixed={column !== undefined}
          isNew={!column}
          without={unavailableTypes}
          onChoose={(next) => {
            setType(next)
            setConfig(forms[next].start ?? {})
            setWantsJson(false)
            save.reset()
          }}
        />
        <ConfigForm
          type={type}
          config={config}
          columns={sources.map(({ name }) => ({ id: name, title: name }))}
          problemAt={problemAt}
          isJson={wantsJson}
          onChange={setConfig}
          onValidity={setValid}
        />
        {!column && <SwitchRow label="Counts towards the score" checked={isScored} onChange={setScored} />}
        <SwitchRow label="Edit the config as JSON" checked={wantsJson} onChange={setWantsJson} />
      </Form>
    </HeadedPanel>
  )
}
