import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/index.ts'
import { TableSelect } from '../../choosers/index.ts'
import { Field, NativeSelectField, TextField } from '../../design/index.ts'
import type { Config } from '../config.ts'
import { type FormProps, textOf } from './control.ts'

const maxChoices = 100
/** The value of the choice "Enter a path"; no table has this id. */
const pathChoice = 'text'
const fixedChoices = [{ value: pathChoice, label: 'Enter a path…' }]
const ownKeys = new Set(['source', 'table_id', 'sheet_id', 'column_id'])

/** Chooses the column of another sheet to show: by lists from table to column, or by its path. */
export function CompositionFields({ config, problemAt, onChange }: FormProps) {
  const [isText, setText] = useState(typeof config['source'] === 'string')
  const [table, sheet, column] = ['table_id', 'sheet_id', 'column_id'].map((name) => textOf(config[name]))
  const otherFields = Object.fromEntries(Object.entries(config).filter(([name]) => !ownKeys.has(name)))
  const sheets = useQuery({
    ...queryOf(['tables', table, 'sheets', 'choice'], 'listSheets', {
      params: { table_id: table! },
      query: { limit: maxChoices },
    }),
    enabled: !isText && table !== '',
  })
  const columns = useQuery({
    ...queryOf(['tables', table, sheet, 'columns', 'choice'], 'listColumns', {
      params: { table_id: table!, sheet_id: sheet! },
      query: { limit: maxChoices },
    }),
    enabled: !isText && table !== '' && sheet !== '',
  })
  const put = (next: Config) => onChange({ ...otherFields, ...next })
  return (
    <>
      <Field label="Table" error={problemAt('table_id')}>
        {(control) => (
          <TableSelect
            {...control}
            value={isText ? pathChoice : table!}
            fixed={fixedChoices}
            onChange={(next) => {
              setText(next === pathChoice)
              put(next === pathChoice ? {} : { table_id: next })
            }}
          />
        )}
      </Field>
      {isText && (
        <TextField
          label="Column"
          hint="Table.Sheet.Column, the title of a column of this sheet, or an ID."
          error={problemAt('source')}
          autoComplete="off"
          placeholder="Table.Sheet.Column"
          value={textOf(config['source'])}
          onChange={({ target }) => put({ source: target.value || undefined })}
        />
      )}
      {!isText && table !== '' && (
        <Choice
          label="Sheet"
          data={sheets.data}
          error={sheets.error}
          value={sheet!}
          problem={problemAt('sheet_id')}
          onChoose={(sheet_id) => put({ table_id: table, sheet_id })}
        />
      )}
      {!isText && table !== '' && sheet !== '' && (
        <Choice
          label="Column"
          data={columns.data}
          error={columns.error}
          value={column!}
          problem={problemAt('column_id') ?? problemAt('source')}
          onChoose={(column_id) => put({ table_id: table, sheet_id: sheet, column_id })}
        />
      )}
      <p className="text-small text-ink-faint">Shows the cells of that column, row by row.</p>
    </>
  )
}

interface ChoiceProps {
  readonly label: 'Sheet' | 'Column'
  readonly data: { readonly data: readonly { readonly id: string; readonly title: string }[] } | undefined
  readonly error: Error | null
  readonly value: string
  readonly problem: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

function Choice({ label, data, error, value, problem, onChoose }: ChoiceProps) {
  return (
    <NativeSelectField
      label={label}
      error={problem ?? error?.message}
      value={value}
      onChange={({ target }) => onChoose(target.value || undefined)}
      options={data?.data.map(({ id, title }) => [id, title])}
    >
      <option value="">Choose a {label.toLowerCase()}</option>
    </NativeSelectField>
  )
}
