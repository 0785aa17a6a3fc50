import { type ComponentType, useState } from 'react'
import { ListFilter } from '../../icons/index.ts'
import type { Filter } from './filters.ts'

type Builder = ComponentType<{ begun: string; onAdd: (filter: Filter) => void }>

/** The input of filters. The builder is loaded when typing begins. */
export function FilterInput({ onAdd }: { onAdd: (filter: Filter) => void }) {
  const [Builder, setBuilder] = useState<Builder | null>(null)
  const [begun, setBegun] = useState('')
  // Suspense is not used: this field keeps focus and text until the builder replaces it.
  const load = async () => {
    const { FilterBuilder } = await import('./filter-builder.tsx')
    setBuilder(() => FilterBuilder)
  }
  if (Builder) return <Builder begun={begun} onAdd={onAdd} />
  return (
    <div className="flex h-7 min-w-52 items-center gap-1 rounded-md border border-line-strong bg-surface px-2 focus-within:outline-2 focus-within:outline-accent">
      <ListFilter className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      <input
        role="combobox"
        aria-expanded={false}
        aria-label="Filter"
        placeholder="Filter by…"
        value={begun}
        onChange={(event) => setBegun(event.target.value)}
        onFocus={() => void load()}
        className="h-full min-w-24 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
      />
    </div>
  )
}
