import { useState } from 'react'
import { Button, classNames, Input, Select, TipButton, useUndo } from '../../../design/index.ts'
import { Plus, Trash2 } from '../../../icons/index.ts'
import { useListKeys } from '../use-list-keys.ts'
import {
  freeName,
  mayBeNull,
  otherKeywords,
  propertiesOf,
  readEnum,
  requiredOf,
  type Schema,
  type SchemaType,
  typeOf,
  types,
  withKeyword,
  withoutProperty,
  withProperties,
  withPropertyRenamed,
  withRequired,
  withType,
} from './schema.ts'

interface Props {
  /** The name of the rows for assistive technology: "find_order". */
  readonly label: string
  /** A schema of type object. */
  readonly schema: Schema
  /** If true, each property is required, and no others are allowed. */
  readonly isStrict: boolean
  readonly readOnly: boolean
  /** The word for a property: parameter of a tool, or field of an answer. */
  readonly noun: 'parameter' | 'field'
  readonly onChange: (schema: Schema) => void
}

type Property = readonly [name: string, schema: Schema]

const isSame = (left: Schema, right: Schema): boolean =>
  Object.keys(left).length === Object.keys(right).length &&
  Object.entries(left).every(([key, value]) => JSON.stringify(value) === JSON.stringify(right[key]))

const typeChoices = types.map((value) => ({ value, label: value }))

/** The properties of an object, one row each. Objects and arrays have their own rows below. */
export function SchemaRows({ label, schema, isStrict, readOnly, noun, onChange }: Props) {
  const properties = propertiesOf(schema)
  const keys = useListKeys(properties.length)
  /** The name of the row that was added last; it takes the focus. */
  const [addedName, setAddedName] = useState<string | null>(null)
  const insert = (index: number, [name, property]: Property, isRequired: boolean) => {
    keys.insert(index)
    const next = withProperties(schema, properties.toSpliced(index, 0, [name, property]))
    onChange(isRequired ? withRequired(next, name, true) : next)
  }
  const offerUndo = useUndo<{ index: number; entry: Property; isRequired: boolean }>(
    ({ index, entry: [name, property], isRequired }) =>
      insert(Math.min(index, properties.length), [freeName(schema, name), property], isRequired),
  )
  return (
    <div className="flex flex-col gap-2">
      {properties.map(([name, property], index) => (
        <Row
          key={keys.list[index]}
          label={`${label}.${name}`}
          name={name}
          isTaken={(other) => other !== name && properties.some(([key]) => key === other)}
          schema={property}
          isRequired={requiredOf(schema).includes(name)}
          isStrict={isStrict}
          readOnly={readOnly}
          noun={noun}
          isNew={name === addedName}
          onRename={(next) => onChange(withPropertyRenamed(schema, name, next))}
          onRequired={(isRequired) => onChange(withRequired(schema, name, isRequired))}
          onChange={(next) => onChange(withProperties(schema, properties.with(index, [name, next])))}
          onRemove={() => {
            const isRequired = requiredOf(schema).includes(name)
            keys.remove(index)
            onChange(withoutProperty(schema, name))
            offerUndo(`${name} removed`, { index, entry: [name, property], isRequired })
          }}
        />
      ))}
      {properties.length === 0 && <p className="text-small text-ink-soft">No {noun}s.</p>}
      {!readOnly && (
        <Button
          size="small"
          kind="quiet"
          className="self-start"
          aria-label={`Add ${noun} to ${label}`}
          onClick={() => {
            const name = freeName(schema, noun)
            setAddedName(name)
            insert(properties.length, [name, { type: 'string' }], isStrict)
          }}
        >
          <Plus />
          {noun === 'field' ? 'Field' : 'Parameter'}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  readonly label: string
  readonly name: string
  readonly isTaken: (name: string) => boolean
  readonly schema: Schema
  readonly isRequired: boolean
  readonly isStrict: boolean
  readonly readOnly: boolean
  readonly noun: Props['noun']
  readonly isNew: boolean
  readonly onRename: (name: string) => void
  readonly onRequired: (isRequired: boolean) => void
  readonly onChange: (schema: Schema) => void
  readonly onRemove: () => void
}

function Row({ label, name, isTaken, schema, isRequired, isNew, onChange, ...props }: RowProps) {
  const { isStrict, readOnly, noun, ...actions } = props
  // An empty or duplicate name is only in this state, because a schema cannot contain it.
  const [invalidName, setInvalidName] = useState<string | null>(null)
  const typedName = invalidName ?? name
  const problem = typedName === '' ? 'Write a name.' : isTaken(typedName) ? 'This name is taken.' : null
  const rename = (next: string) => {
    if (next === '' || isTaken(next)) return setInvalidName(next)
    setInvalidName(null)
    actions.onRename(next)
  }
  return (
    <fieldset aria-label={label} className="flex flex-col gap-1.5 border-l-2 pl-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <Input
          aria-label={`Name of ${label}`}
          aria-invalid={problem !== null}
          className="w-36 min-w-0 flex-1 font-mono text-small"
          readOnly={readOnly}
          autoFocus={isNew}
          onFocus={({ target }) => isNew && target.select()}
          value={typedName}
          onChange={(event) => rename(event.target.value)}
        />
        <TypeSelect
          label={`Type of ${label}`}
          schema={schema}
          isStrict={isStrict}
          readOnly={readOnly}
          onChange={onChange}
        />
        <label className="flex items-center gap-1.5 text-small">
          <input
            type="checkbox"
            className="size-3.5 accent-accent"
            checked={isRequired}
            disabled={readOnly}
            onChange={({ target }) => actions.onRequired(target.checked)}
          />
          Required
        </label>
        {!readOnly && (
          <TipButton tip={`Remove ${noun}`} label={`Remove ${label}`} onClick={actions.onRemove}>
            <Trash2 />
          </TipButton>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-small text-bad">
          {problem}
        </p>
      )}
      <ValueFields
        label={label}
        schema={schema}
        isStrict={isStrict}
        readOnly={readOnly}
        noun={noun}
        onChange={onChange}
      />
    </fieldset>
  )
}

type ValueProps = Props

function TypeSelect({ label, schema, isStrict, readOnly, onChange }: Omit<ValueProps, 'noun'>) {
  const type = typeOf(schema)!
  const offerUndo = useUndo(onChange)
  const change = (next: SchemaType) => {
    const changed = withType(schema, next, isStrict)
    onChange(changed)
    // The other type drops properties, items and allowed values.
    if (!isSame(schema, withType(changed, type, isStrict)))
      offerUndo(`${label.replace(/^Type of /, '')} is now ${next}`, schema)
  }
  if (readOnly)
    return (
      <span className="font-mono text-small text-ink-soft">
        {type}
        {mayBeNull(schema) && ' or null'}
      </span>
    )
  return (
    <Select label={label} value={type} choices={typeChoices} onChange={change} className="w-24 text-small" />
  )
}

/** The fields of a schema except its name and type. */
function ValueFields({ label, schema, isStrict, readOnly, noun, onChange }: ValueProps) {
  const type = typeOf(schema)!
  const description = schema['description']
  const others = otherKeywords(schema)
  const hasValues = type === 'string' || type === 'number' || type === 'integer'
  return (
    <>
      {!(readOnly && !description) && (
        <Input
          aria-label={`Description of ${label}`}
          placeholder="Description for the model"
          className="text-small"
          readOnly={readOnly}
          value={typeof description === 'string' ? description : ''}
          onChange={({ target }) => onChange(withKeyword(schema, 'description', target.value || undefined))}
        />
      )}
      {hasValues && (
        <AllowedValues label={label} schema={schema} type={type} readOnly={readOnly} onChange={onChange} />
      )}
      {(others.length > 0 || mayBeNull(schema)) && (
        <p className="text-small text-ink-faint">
          {[
            mayBeNull(schema) && 'may be null',
            others.length > 0 && `also ${others.join(', ')}: see the JSON`,
          ]
            .filter(Boolean)
            .join('; ')}
        </p>
      )}
      {type === 'object' && (
        <SchemaRows
          label={label}
          schema={schema}
          isStrict={isStrict}
          readOnly={readOnly}
          noun={noun}
          onChange={onChange}
        />
      )}
      {type === 'array' && (
        <Items
          label={label}
          schema={schema}
          isStrict={isStrict}
          readOnly={readOnly}
          noun={noun}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface ValuesProps extends Omit<ValueProps, 'isStrict' | 'noun'> {
  readonly type: SchemaType
}

/** The allowed values as a comma-separated text. The text stays as typed; the schema gets the values. */
function AllowedValues({ label, schema, type, readOnly, onChange }: ValuesProps) {
  const values = Array.isArray(schema['enum']) ? schema['enum'].join(', ') : ''
  const [typedText, setTypedText] = useState<string | null>(null)
  if (readOnly && values === '') return null
  return (
    <Input
      aria-label={`Allowed values of ${label}`}
      placeholder="Any value, or the allowed values separated by commas"
      className={classNames('text-small', values !== '' && 'font-mono')}
      readOnly={readOnly}
      value={typedText ?? values}
      onChange={({ target }) => {
        setTypedText(target.value)
        onChange(withKeyword(schema, 'enum', readEnum(target.value, type)))
      }}
      onBlur={() => setTypedText(null)}
    />
  )
}

function Items({ label, schema, isStrict, readOnly, noun, onChange }: ValueProps) {
  const stored = schema['items']
  const items = (stored ?? { type: 'string' }) as Schema
  const set = (next: Schema) => onChange(withKeyword(schema, 'items', next))
  const name = `items of ${label}`
  return (
    <fieldset aria-label={name} className="flex flex-col gap-1.5 border-l-2 pl-2.5">
      <div className="flex items-center gap-1.5 text-small">
        Each item is
        <TypeSelect
          label={`Type of ${name}`}
          schema={items}
          isStrict={isStrict}
          readOnly={readOnly}
          onChange={set}
        />
      </div>
      <ValueFields
        label={name}
        schema={items}
        isStrict={isStrict}
        readOnly={readOnly}
        noun={noun}
        onChange={set}
      />
    </fieldset>
  )
}
