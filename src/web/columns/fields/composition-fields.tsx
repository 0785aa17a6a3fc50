import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { call } from '../../api/index.ts'
import { Field, Input, NativeSelect } from '../../design/index.ts'
import type { Config } from '../config.ts'
import { type FormProps, textOf } from './control.ts'

const most = 100
const asText = 'text'
const places = new Set(['source', 'table_id', 'sheet_id', 'column_id'])

/** The column of another sheet that is shown, picked from table to column or written as its path. */
export function CompositionFields({ config, problemAt, onChange }: FormProps) {
  const [isText, setText] = useState(typeof config['source'] === 'string')
  const [table, sheet, column] = ['table_id', 'sheet_id', 'column_id'].map((name) => textOf(config[name]))
  const rest = Object.fromEntries(Object.entries(config).filter(([name]) => !places.has(name)))
  const put = (next: Config) => onChange({ ...rest, ...next })
  const tables = useQuery({
    queryKey: ['tables', 'choice'],
    queryFn: ({ signal }) => call('listTables', { query: { limit: most }, signal }),
  })
  return (
    <>
      <Field label="Table" error={problemAt('table_id') ?? tables.error?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            value={isText ? asText : table}
            onChange={({ target }) => {
              setText(target.value === asText)
              put(target.value === asText || target.value === '' ? {} : { table_id: target.value })
            }}
          >
            <option value="">Choose a table</option>
            {inNaturalOrder(tables.data?.data ?? [], ({ title }) => title).map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
            {table !== '' && !tables.data?.data.some(({ id }) => id === table) && (
              <option value={table}>{table}</option>
            )}
            <option value={asText}>Written as a path…</option>
          </NativeSelect>
        )}
      </Field>
      {isText && (
        <Field
          label="Column"
          hint="Table.Sheet.Column, the title of a column of this sheet, or an id."
          error={problemAt('source')}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="Table.Sheet.Column"
              value={textOf(config['source'])}
              onChange={({ target }) => put({ source: target.value || undefined })}
            />
          )}
        </Field>
      )}
      {!isText && table !== '' && (
        <SheetChoice
          table={table!}
          sheet={sheet!}
          problem={problemAt('sheet_id')}
          onChoose={(sheet_id) => put({ table_id: table, sheet_id })}
        />
      )}
      {!isText && table !== '' && sheet !== '' && (
        <OtherColumn
          table={table!}
          sheet={sheet!}
          column={column!}
          problem={problemAt('column_id') ?? problemAt('source')}
          onChoose={(column_id) => put({ table_id: table, sheet_id: sheet, column_id })}
        />
      )}
      <p className="text-small text-ink-faint">Shows the cells of that column, row by row.</p>
    </>
  )
}

interface SheetProps {
  readonly table: string
  readonly sheet: string
  readonly problem: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

function SheetChoice({ table, sheet, problem, onChoose }: SheetProps) {
  const { data, error } = useQuery({
    queryKey: ['tables', table, 'sheets', 'choice'],
    queryFn: ({ signal }) =>
      call('listSheets', { params: { table_id: table }, query: { limit: most }, signal }),
  })
  return (
    <Field label="Sheet" error={problem ?? error?.message}>
      {(control) => (
        <NativeSelect
          {...control}
          value={sheet}
          onChange={({ target }) => onChoose(target.value || undefined)}
        >
          <option value="">Choose a sheet</option>
          {data?.data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}

function OtherColumn({ table, sheet, column, problem, onChoose }: SheetProps & { readonly column: string }) {
  const { data, error } = useQuery({
    queryKey: ['tables', table, sheet, 'columns', 'choice'],
    queryFn: ({ signal }) =>
      call('listColumns', {
        params: { table_id: table, sheet_id: sheet },
        query: { limit: most },
        signal,
      }),
  })
  return (
    <Field label="Column" error={problem ?? error?.message}>
      {(control) => (
        <NativeSelect
          {...control}
          value={column}
          onChange={({ target }) => onChoose(target.value || undefined)}
        >
          <option value="">Choose a column</option>
          {data?.data.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}
