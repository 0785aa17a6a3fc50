import { Button, IconButton, Input, NativeSelect } from '../../design/index.ts'
import { Plus, X } from '../../icons/index.ts'
import { type Config, valueAt, withValueAt } from '../config.ts'
import { ColumnChoice } from './column-choice.tsx'
import { type FormProps, textOf } from './control.ts'

const operators = [
  ['=', 'is'],
  ['!=', 'is not'],
  ['<', 'is less than'],
  ['>', 'is greater than'],
  ['<=', 'is at most'],
  ['>=', 'is at least'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
  ['is_null', 'has no value'],
  ['is_not_null', 'has a value'],
] as const

const isUnary = (operator: string) => operator === 'is_null' || operator === 'is_not_null'

const listPath = 'conditionals'

/** The conditions on the row, of which all or any must hold. */
export function Conditions(props: FormProps) {
  const { config, problemAt, onChange } = props
  const storedValue = valueAt(config, listPath)
  const conditions = Array.isArray(storedValue) ? (storedValue as readonly Config[]) : []
  const put = (next: readonly Config[]) => onChange({ ...config, [listPath]: next })
  const error = problemAt(listPath)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-small font-medium">Passes when</legend>
      {conditions.length > 1 && (
        <NativeSelect
          aria-label="Conditions that must hold"
          value={config['is_and'] === false ? 'any' : 'all'}
          onChange={({ target }) => onChange({ ...config, is_and: target.value === 'all' })}
        >
          <option value="all">all of these hold</option>
          <option value="any">any of these holds</option>
        </NativeSelect>
      )}
      {conditions.map((condition, index) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids; their fields are controlled and hold no state.
          key={index}
          {...props}
          index={index}
          condition={condition}
          onRemove={conditions.length > 1 ? () => put(conditions.toSpliced(index, 1)) : undefined}
        />
      ))}
      <Button
        kind="quiet"
        size="small"
        className="self-start"
        onClick={() => put([...conditions, { operator: '=', left_config: {}, right_config: {} }])}
      >
        <Plus />
        Add a condition
      </Button>
      {error && <p className="text-small text-bad">{error}</p>}
    </fieldset>
  )
}

type ConditionProps = FormProps & {
  readonly index: number
  readonly condition: Config
  readonly onRemove: (() => void) | undefined
}

function ConditionFields({ index, condition, onRemove, ...form }: ConditionProps) {
  const { config, onChange } = form
  const path = `${listPath}.${index}`
  const operator = textOf(condition['operator'])
  const choose = (next: string) => {
    const changed = withValueAt(config, `${path}.operator`, next)
    const right = valueAt(changed, `${path}.right_config`)
    onChange(withValueAt(changed, `${path}.right_config`, isUnary(next) ? undefined : (right ?? {})))
  }
  return (
    <div className="flex flex-col gap-1 rounded-md border bg-surface p-2">
      <Side {...form} path={`${path}.left_config`} label={`Left side of condition ${index + 1}`} />
      <div className="flex items-center gap-1">
        <NativeSelect
          aria-label={`Operator of condition ${index + 1}`}
          value={operator}
          onChange={({ target }) => choose(target.value)}
          options={operators}
        />
        {onRemove && (
          <IconButton label={`Remove condition ${index + 1}`} onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {!isUnary(operator) && (
        <Side {...form} path={`${path}.right_config`} label={`Right side of condition ${index + 1}`} />
      )}
    </div>
  )
}

function Side({
  path,
  label,
  config,
  columns,
  problemAt,
  onChange,
}: FormProps & { path: string; label: string }) {
  const source = textOf(valueAt(config, `${path}.source`))
  return (
    <>
      <div className="flex gap-1">
        <label htmlFor={path} className="sr-only">
          {label}
        </label>
        <ColumnChoice
          id={path}
          aria-describedby={`${path}-about`}
          aria-invalid={problemAt(path) !== undefined}
          columns={columns}
          value={source}
          none="A fixed value"
          onChange={(next) => onChange(withValueAt(config, path, next === '' ? {} : { source: next }))}
        />
        {source === '' && (
          <Input
            aria-label={`${label}, fixed value`}
            value={textOf(valueAt(config, `${path}.static_value`))}
            onChange={({ target }) => onChange(withValueAt(config, path, { static_value: target.value }))}
          />
        )}
      </div>
      <p id={`${path}-about`} className="text-small text-bad empty:hidden">
        {problemAt(path)}
      </p>
    </>
  )
}
