import { useState } from 'react'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { Field, Input, NativeSelect } from '../design/index.ts'
import { groups } from './kinds.ts'
import { names } from './type-names.ts'

interface Props {
  readonly type: ColumnTypeName
  /** True for an existing column, whose type never changes. */
  readonly isFixed: boolean
  /** Types that the list leaves out. */
  readonly without?: ReadonlySet<ColumnTypeName>
  readonly onChoose: (type: ColumnTypeName) => void
}

/** Chooses one of all types by group, with a search. */
export function TypeChoice({ type, isFixed, without, onChoose }: Props) {
  const [find, setFind] = useState('')
  const query = find.trim().toLowerCase()
  const visibleGroups = groups
    .map(({ name, types }) => ({
      name,
      types: types.filter(
        (type) => !without?.has(type) && `${names[type]} ${type} ${name}`.toLowerCase().includes(query),
      ),
    }))
    .filter(({ types }) => types.length > 0)
  return (
    <div className="flex flex-col gap-1">
      <Field
        label="Type"
        hint={query !== '' && visibleGroups.length === 0 ? 'No type has this name.' : undefined}
      >
        {(control) => (
          <NativeSelect
            {...control}
            disabled={isFixed}
            value={type}
            onChange={({ target }) => onChoose(target.value as ColumnTypeName)}
          >
            {!visibleGroups.some(({ types }) => types.includes(type)) && (
              <option value={type}>{names[type]}</option>
            )}
            {visibleGroups.map((group) => (
              <optgroup key={group.name} label={group.name}>
                {group.types.map((type) => (
                  <option key={type} value={type}>
                    {names[type]}
                  </option>
                ))}
              </optgroup>
            ))}
          </NativeSelect>
        )}
      </Field>
      {!isFixed && (
        <Input
          aria-label="Find a type"
          placeholder="Find a type: judge, regex, code…"
          autoComplete="off"
          value={find}
          onChange={({ target }) => setFind(target.value)}
          onKeyDown={(event) => {
            const first = visibleGroups[0]?.types[0]
            if (event.key !== 'Enter' || !first) return
            event.preventDefault()
            setFind('')
            onChoose(first)
          }}
        />
      )}
    </div>
  )
}
