import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Tab<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly panel: ReactNode
}

interface Props<V extends string> {
  readonly value: V
  readonly onChange: (value: V) => void
  readonly tabs: readonly Tab<V>[]
  /** True if the container sets the padding. */
  readonly isInset?: boolean
}

/** Parts of a page. For ways to show the same data use Segmented. */
export function Tabs<V extends string>({ value, onChange, tabs, isInset = false }: Props<V>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as V)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Base.List
        className={classNames(
          'flex shrink-0 gap-5 overflow-x-auto border-b',
          isInset ? 'mb-3' : 'bg-surface px-4',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-body font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink data-[active]:border-accent data-[active]:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-h-0 flex-1 -outline-offset-2">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
