import { useState } from 'react'
import {
  comparingOperators,
  type RowOperator,
  rowOperators,
} from '../../../engine/sheet/rows/row-operators.ts'
import { NativeSelectField, TextField } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { type Column, type RowQuery, runsPrompt } from '../../sheets/index.ts'
import { isComputed } from '../../sheets/values.ts'
import { operatorNames } from './row-operators.ts'

interface Props {
  readonly column: Column
  readonly onAdd: (filter: RowQuery['filters'][number]) => void
  readonly onClose: () => void
}

/** Operators that test the state of a computed cell. */
const stateOperators: ReadonlySet<RowOperator> = new Set([
  ...(['passes', 'fails', 'failed', 'stale', 'other_version'] as const),
])

/** One condition on the cells of a column. */
export function FilterDialog({ column, onAdd, onClose }: Props) {
  const [operator, setOperator] = useState<RowOperator>('contains')
  const [value, setValue] = useState('')
  const needsValue = comparingOperators.has(operator)
  const isNumber = operator === 'above' || operator === 'below'
  const isIncomplete =
    needsValue && (isNumber ? value.trim() === '' || !Number.isFinite(Number(value)) : value === '')
  return (
    <FormDialog
      title={`Filter by ${column.title}`}
      verb="Show rows"
      isReady={!isIncomplete}
      onSubmit={() =>
        !isIncomplete && onAdd({ column_id: column.id, operator, ...(needsValue && { value }) })
      }
      onClose={onClose}
    >
      <NativeSelectField
        label="Condition"
        value={operator}
        onChange={({ target }) => setOperator(target.value as RowOperator)}
        options={rowOperators
          .filter((rowOperator) => isComputed(column) || !stateOperators.has(rowOperator))
          .filter((rowOperator) => rowOperator !== 'other_version' || runsPrompt(column))
          .map((rowOperator) => [rowOperator, operatorNames[rowOperator]] as const)}
      />
      {needsValue && (
        <TextField
          label={isNumber ? 'Number' : 'Text'}
          inputMode={isNumber ? 'decimal' : 'text'}
          autoComplete="off"
          autoFocus
          maxLength={1000}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
    </FormDialog>
  )
}
