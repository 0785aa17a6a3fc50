import { ListFilter } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { Filter } from './filters.ts'

type Builder = ComponentType<{ begun: string; onAdd: (filter: Filter) => void }>

/** Where filters are written. What it takes to write one comes when somebody begins to. */
export function FilterInput({ onAdd }: { onAdd: (filter: Filter) => void }) {
  const [Builder, setBuilder] = useState<Builder | null>(null)
  const [begun, setBegun] = useState('')
  // Not suspended: this field keeps the focus, and what is written in it, until the other takes its place.
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
