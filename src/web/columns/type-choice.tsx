import { useContext, useEffect, useRef, useState } from 'react'
import type { ColumnTypeName } from '../../engine/columns/names.ts'
import { Button, KindIcon } from '../design/index.ts'
import { kindOf } from '../sheets/values.ts'
import { SourceWords } from './source-words.ts'
import { examples } from './type-examples.ts'
import { TypeGallery } from './type-gallery.tsx'
import { names } from './type-names.ts'
import { sentences } from './type-sentences.ts'

interface Props {
  readonly type: ColumnTypeName
  /** True for an existing column, whose type never changes. */
  readonly isFixed: boolean
  /** The gallery is open from the start, because no type was chosen yet. */
  readonly isNew?: boolean
  /** True if the chosen type is shown with an example, which speaks of columns. */
  readonly hasExample?: boolean
  /** Types that the gallery leaves out. */
  readonly without?: ReadonlySet<ColumnTypeName>
  readonly onChoose: (type: ColumnTypeName) => void
}

/** The type of a column or node, and the gallery that it is chosen from. */
export function TypeChoice({ type, isFixed, isNew = false, hasExample, without, onChoose }: Props) {
  const [isOpen, setOpen] = useState(isNew && !isFixed)
  const [isChosen, setChosen] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const { adapt } = useContext(SourceWords)
  // When the gallery closes, its focus moves to the button that opens it.
  useEffect(() => {
    if (isChosen && !isOpen) change.current?.focus()
  }, [isChosen, isOpen])
  if (isOpen)
    return (
      <TypeGallery
        type={type}
        {...(without && { without })}
        hasFocus={!isNew || isChosen}
        onChoose={(next) => {
          setOpen(false)
          setChosen(true)
          onChoose(next)
        }}
      />
    )
  return (
    <div className="flex flex-col gap-1">
      <p className="text-small font-medium">Type</p>
      <div className="rounded-md border bg-surface px-2.5 py-2">
        <div className="flex items-center gap-2">
          <KindIcon kind={kindOf(type)} className="size-4 shrink-0" />
          <p className="min-w-0 flex-1 font-medium">{adapt(names[type])}</p>
          {!isFixed && (
            <Button ref={change} size="small" onClick={() => setOpen(true)}>
              Change type
            </Button>
          )}
        </div>
        <p className="text-small text-ink-soft">{adapt(sentences[type])}</p>
        {hasExample && (
          <p className="mt-1 text-small break-words text-ink-faint">Example: {examples[type]}</p>
        )}
      </div>
    </div>
  )
}
