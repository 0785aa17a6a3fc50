import { Combobox } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Check, ChevronDown } from '../icons/index.ts'
import { classNames } from './class-names.ts'
import { itemStyle, popupStyle } from './popup-style.ts'

export interface SearchChoice {
  readonly value: string
  readonly label: string
}

export interface SearchAnswer<C extends SearchChoice> {
  readonly choices: readonly C[]
  /** True if the server has more results. */
  readonly hasMore: boolean
}

/** Props of all choosers. */
export interface SearchSelectProps<C extends SearchChoice = SearchChoice> {
  readonly id?: string
  /** Names the control if it has no visible label. */
  readonly label?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly value: string
  readonly placeholder?: string
  /** Options beside the server's results. */
  readonly fixed?: readonly C[]
  readonly onChange: (value: string, choice: C) => void
  readonly className?: string
}

interface Props<C extends SearchChoice> extends SearchSelectProps<C> {
  /** The text of the value; absent while it is unknown. */
  readonly valueLabel: string | undefined
  readonly queryKey: readonly unknown[]
  readonly search: (words: string, signal: AbortSignal) => Promise<SearchAnswer<C>>
}

/** Chooses one of any number of items; the server searches by name. */
export function SearchSelect<C extends SearchChoice>({
  label,
  value,
  valueLabel: shown,
  placeholder = 'Choose',
  fixed = [],
  queryKey,
  search,
  onChange,
  className,
  ...control
}: Props<C>) {
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const query = useDeferredValue(words.trim())
  const options = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => search(query, signal),
    enabled: open,
  })
  const lowerWords = words.trim().toLowerCase()
  const items = [
    ...(options.data?.choices ?? []),
    ...fixed.filter((option) => option.label.toLowerCase().includes(lowerWords)),
  ]
  const selected: SearchChoice | null =
    fixed.find((option) => option.value === value) ?? (value === '' ? null : { value, label: shown ?? value })
  return (
    <Combobox.Root
      items={items}
      filter={null}
      open={open}
      onOpenChange={setOpen}
      value={selected}
      isItemEqualToValue={(item, other) => item.value === other.value}
      onValueChange={(next) => next && onChange(next.value, next as C)}
      inputValue={words}
      onInputValueChange={(next, { reason }) => setWords(reason === 'item-press' ? '' : next)}
      onOpenChangeComplete={(isOpen) => !isOpen && setWords('')}
      autoHighlight
    >
      <Combobox.Trigger
        {...control}
        aria-label={label}
        className={classNames(
          'inline-flex h-7 w-full items-center justify-between gap-1.5 rounded-md border border-line-strong bg-surface px-2 text-body hover:bg-sunken aria-invalid:border-bad',
          className,
        )}
      >
        <bdi className={classNames('min-w-0 truncate', selected ? '' : 'text-ink-faint')}>
          {selected ? selected.label : placeholder}
        </bdi>
        <ChevronDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-50">
          <Combobox.Popup
            aria-label={placeholder}
            className={classNames(
              popupStyle,
              'flex w-[max(16rem,var(--anchor-width))] max-w-[calc(100vw-1rem)] flex-col overflow-hidden p-0',
            )}
          >
            <Combobox.Input
              aria-label="Search by name"
              placeholder="Search by name"
              className="h-8 shrink-0 rounded-t-lg border-b bg-transparent px-2.5 outline-none placeholder:text-ink-faint"
            />
            <Combobox.List aria-label={placeholder} className="min-h-0 overflow-auto p-1 empty:hidden">
              {(item: SearchChoice) => (
                <Combobox.Item key={item.value} value={item} className={itemStyle}>
                  <bdi className="min-w-0 truncate" title={item.label}>
                    {item.label}
                  </bdi>
                  <Combobox.ItemIndicator className="ml-auto">
                    <Check />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Empty className="px-2.5 py-2 text-small text-ink-soft empty:hidden">
              {options.isFetching ? 'Searching…' : (options.error?.message ?? 'No match.')}
            </Combobox.Empty>
            {options.data?.hasMore && (
              <p className="border-t px-2.5 py-1.5 text-small text-ink-faint">
                More items match. Type more of the name.
              </p>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
