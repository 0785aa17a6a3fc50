import { useContext, useEffect, useId, useRef, useState } from 'react'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { classNames, Input, KindIcon } from '../design/index.ts'
import { kindOf } from '../sheets/values.ts'
import { isPaid } from './kinds.ts'
import { matchingTypes, type TypeGroup } from './matching-types.ts'
import { SourceWords } from './source-words.ts'
import { names } from './type-names.ts'
import { sentences } from './type-sentences.ts'

interface Props {
  /** The chosen type. */
  readonly type?: ColumnTypeName
  readonly without?: ReadonlySet<ColumnTypeName>
  /** Whether the search gets the focus. */
  readonly hasFocus: boolean
  readonly onChoose: (type: ColumnTypeName) => void
}

/** All types by purpose, each with a sentence, and a search; Enter takes the best match. */
export function TypeGallery({ type, without, hasFocus, onChoose }: Props) {
  const [find, setFind] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) search.current?.focus()
  }, [hasFocus])
  const { groups, best } = matchingTypes(find, without)
  return (
    <section aria-label="Types" className="flex flex-col gap-2">
      <p aria-hidden className="text-small font-medium">
        Type
      </p>
      <Input
        ref={search}
        aria-label="Find a type"
        placeholder="Find a type: judge, regex, code…"
        autoComplete="off"
        value={find}
        onChange={({ target }) => setFind(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || best === undefined) return
          event.preventDefault()
          onChoose(best)
        }}
      />
      {groups.length === 0 && (
        <p role="status" className="text-small text-ink-faint">
          No type matches. Other words: model, compare, number, JSON, person.
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} type={type} onChoose={onChoose} />
      ))}
    </section>
  )
}

const Group = ({ group, type, onChoose }: Pick<Props, 'type' | 'onChoose'> & { group: TypeGroup }) => {
  const heading = useId()
  const { adapt } = useContext(SourceWords)
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-1">
      <h3 id={heading} className="pt-1 text-small font-medium text-ink-soft">
        {group.name}
      </h3>
      <ul className="flex flex-col overflow-hidden rounded-md border bg-surface">
        {group.types.map((one) => (
          <li key={one} className="border-b last:border-0">
            <button
              type="button"
              data-type={one}
              aria-pressed={one === type}
              className={classNames(
                'flex w-full items-start gap-2 px-2.5 py-1.5 text-left hover:bg-sunken',
                one === type && 'bg-accent-soft',
              )}
              onClick={() => onChoose(one)}
            >
              <KindIcon kind={kindOf(one)} className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2 font-medium">
                  {adapt(names[one])}
                  {isPaid(one) && <span className="text-tiny font-normal text-ink-faint">may cost</span>}
                </span>
                <span className="block text-small text-ink-soft">{adapt(sentences[one])}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
