import { type ComponentType, useState } from 'react'
import { loadPart, toastProblem } from '../../design/index.ts'
import { ListFilter } from '../../icons/index.ts'
import type { Filter } from './filters.ts'

type Builder = ComponentType<{ initialText: string; onAdd: (filter: Filter) => void }>

/** The input for a filter. The builder is loaded when the input gets the focus. */
export function FilterInput({ onAdd }: { onAdd: (filter: Filter) => void }) {
  const [Builder, setBuilder] = useState<Builder | null>(null)
  const [initialText, setInitialText] = useState('')
  // Without Suspense, so that this field keeps the focus and the text until the builder replaces it.
  const load = async () => {
    try {
      const { FilterBuilder } = await loadPart(() => import('./filter-builder.tsx'))
      setBuilder(() => FilterBuilder)
    } catch (error) {
      toastProblem(error)
    }
  }
  if (Builder) return <Builder initialText={initialText} onAdd={onAdd} />
  return (
    <div className="flex h-7 min-w-52 items-center gap-1 rounded-md border border-line-strong bg-surface px-2 focus-within:outline-2 focus-within:outline-accent">
      <ListFilter className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      <input
        role="combobox"
        aria-expanded={false}
        aria-label="Filter"
        placeholder="Filter by…"
        value={initialText}
        onChange={(event) => setInitialText(event.target.value)}
        onFocus={() => void load()}
        className="h-full min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
      />
    </div>
  )
}
