import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, errorElsewhere, invalidate, queryOf } from '../api/index.ts'
import { TableSelect } from '../choosers/index.ts'
import {
  Button,
  buttonStyle,
  counted,
  Dialog,
  Field,
  Problem,
  SelectField,
  TextField,
} from '../design/index.ts'
import { useFormChange } from '../dialogs/values.ts'

type Source = { readonly request_log_ids: number[] } | Record<string, unknown>

interface Props {
  /** The name of the added requests: "request 12", "1,204 requests". */
  readonly name: string
  readonly source: Source
  readonly onClose: () => void
}

const newChoice = 'new'
const newTable = [{ value: newChoice, label: 'New table' }]
const pollMilliseconds = 500

/** Adds requests as rows to an existing or a new sheet. */
export function AddToTable({ name, source, onClose }: Props) {
  const [table, setTable] = useState(newChoice)
  const [sheet, setSheet] = useState(newChoice)
  const [title, setTitle] = useState('Requests')
  const sheets = useQuery({
    ...queryOf(['tables', 'sheets', table], 'listSheets', {
      params: { table_id: table },
      query: { limit: 100 },
    }),
    enabled: table !== newChoice,
    placeholderData: undefined,
  })
  /** Each created part becomes the choice of the form, so that a retry after an error does not create it again. */
  const makeTarget = async () => {
    const target = { table_id: table, sheet_id: sheet }
    if (table === newChoice) {
      const created = await call('createTable', { body: { title, create_default_sheet: false } })
      target.table_id = created.table.id
      setTable(target.table_id)
    }
    if (sheet === newChoice) {
      target.sheet_id = await newSheet(target.table_id, title)
      setSheet(target.sheet_id)
    }
    return target
  }
  const adding = useFormChange(
    async () => {
      const target = await makeTarget()
      const { operation_id } = await call('importRequestLogs', { params: target, body: source as never })
      return { ...target, operation_id }
    },
    { keys: ['tables'], onError: () => void invalidate('tables') },
  )
  const started = adding.data
  const progress = useQuery({
    queryKey: ['tables', 'import', started?.operation_id],
    queryFn: ({ signal }) =>
      call('readSheetImport', {
        params: { table_id: started!.table_id, operation_id: started!.operation_id },
        signal,
      }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data?.operation.status) ? false : pollMilliseconds),
    placeholderData: undefined,
  })
  const operation = progress.data?.operation
  const problem = errorElsewhere(adding.error, [])
  return (
    <Dialog
      onClose={onClose}
      title="Add to table"
      description={`Adds ${name}. Each row has the inputs, answer and figures of a request.`}
      actions={
        started ? (
          <Link
            to="/tables/$tableId"
            params={{ tableId: started.table_id }}
            search={{ sheet: started.sheet_id }}
            className={buttonStyle({ kind: 'primary' })}
          >
            Open the table
          </Link>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              disabled={table === newChoice && title.trim() === ''}
              isBusy={adding.isPending}
              onClick={() => adding.mutate()}
            >
              Add to table
            </Button>
          </>
        )
      }
    >
      {problem && <Problem error={problem} className="m-0 mb-3" />}
      {started ? (
        <p role="status">
          {operation?.status === 'completed'
            ? `${counted(operation.rows_added ?? 0, 'row')} added.`
            : operation?.status === 'failed'
              ? (operation.error_message ?? 'The import failed.')
              : `Adding… ${Math.round(operation?.progress ?? 0)} %. You can close this dialog, the import continues.`}
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <Field label="Table">
            {({ id }) => (
              <TableSelect
                id={id}
                value={table}
                fixed={newTable}
                onChange={(next) => {
                  setTable(next)
                  setSheet(newChoice)
                }}
              />
            )}
          </Field>
          {table !== newChoice && (
            <SelectField
              label="Sheet"
              value={sheet}
              onChange={setSheet}
              choices={[
                { value: newChoice, label: 'New sheet' },
                ...(sheets.data?.data ?? []).map((sheet) => ({ value: sheet.id, label: sheet.title })),
              ]}
            />
          )}
          {(table === newChoice || sheet === newChoice) && (
            <TextField
              label={table === newChoice ? 'Name of the table' : 'Name of the sheet'}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

const isOver = (status: string | undefined): boolean => status === 'completed' || status === 'failed'

/** Creates a sheet, and deletes its first column and row, because the import creates its own. */
async function newSheet(table_id: string, title: string): Promise<string> {
  const { sheet } = await call('createSheet', { params: { table_id }, body: { title } })
  const params = { table_id, sheet_id: sheet.id }
  try {
    const { data } = await call('listColumns', { params })
    await call('deleteRows', { params, body: { row_indices: [0] } })
    for (const { id } of data) await call('deleteColumn', { params: { ...params, column_id: id } })
    return sheet.id
  } catch (error) {
    await call('deleteSheet', { params })
    throw error
  }
}
