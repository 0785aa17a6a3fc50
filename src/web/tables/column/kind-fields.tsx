import { Field, Input, TextArea } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type Config, configProblem, valueAt, withValueAt } from './config.ts'
import type { FieldOf } from './kinds.ts'
import { NativeSelect } from './native-select.tsx'
import { SwitchRow } from './switch-row.tsx'

interface Props {
  readonly fields: readonly FieldOf[]
  readonly config: Config
  readonly columns: readonly Column[]
  readonly error: Error | null
  readonly onChange: (config: Config) => void
}

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export const KindFields = ({ fields, ...rest }: Props) =>
  fields.map((field) => <KindField key={field.path} field={field} {...rest} />)

function KindField({ field, config, columns, error, onChange }: Omit<Props, 'fields'> & { field: FieldOf }) {
  const { path, label } = field
  const value = valueAt(config, path)
  const put = (next: unknown) => onChange(withValueAt(config, path, next))
  if (field.kind === 'either') return <Either {...{ field, config, columns, error, onChange }} />
  if (field.kind === 'switch') return <SwitchRow label={label} checked={value === true} onChange={put} />
  return (
    <Field label={label} error={configProblem(error, path)}>
      {(control) => {
        switch (field.kind) {
          case 'column':
            return (
              <ColumnChoice
                {...control}
                columns={columns}
                value={textOf(value)}
                none="Choose a column"
                onChange={(next) => put(next || undefined)}
              />
            )
          case 'choice':
            return (
              <NativeSelect {...control} value={textOf(value)} onChange={({ target }) => put(target.value)}>
                {field.choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </NativeSelect>
            )
          case 'line':
            return (
              <Input
                {...control}
                className="font-mono"
                value={textOf(value)}
                onChange={({ target }) => put(target.value)}
              />
            )
          case 'text':
          case 'code':
            return (
              <TextArea
                {...control}
                rows={field.kind === 'code' ? 12 : 4}
                className={field.kind === 'code' ? 'font-mono text-small' : ''}
                value={textOf(value)}
                onChange={({ target }) => put(target.value)}
              />
            )
        }
      }}
    </Field>
  )
}

function Either(props: Omit<Props, 'fields'> & { field: Extract<FieldOf, { kind: 'either' }> }) {
  const { field, config, columns, error, onChange } = props
  const column = textOf(valueAt(config, field.path))
  return (
    <>
      <Field label={field.label} error={configProblem(error, field.path)}>
        {(control) => (
          <ColumnChoice
            {...control}
            columns={columns}
            value={column}
            none="A fixed value"
            onChange={(next) => {
              const bare = withValueAt(config, field.valuePath, undefined)
              onChange(withValueAt(bare, field.path, next || undefined))
            }}
          />
        )}
      </Field>
      {column === '' && (
        <Field label="Fixed value" error={configProblem(error, field.valuePath)}>
          {(control) => (
            <Input
              {...control}
              value={textOf(valueAt(config, field.valuePath))}
              onChange={({ target }) => onChange(withValueAt(config, field.valuePath, target.value))}
            />
          )}
        </Field>
      )}
    </>
  )
}
