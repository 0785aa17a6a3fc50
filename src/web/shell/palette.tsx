import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { itemStyle, useFocusBefore } from '../design/index.ts'
import { ArrowRight, type IconComponent, Search } from '../icons/index.ts'
import { navigationLinks } from './navigation-links.ts'
import { actionsOnPage } from './page-actions.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { usePaletteEntries } from './use-palette-entries.ts'

/**
 * Searches pages, items and actions by name. The palette is a plain list, because every first load includes it.
 */
export function Palette({ initialWords, onClose }: { initialWords: string; onClose: () => void }) {
  const navigate = useNavigate()
  const list = useId()
  const focusBefore = useFocusBefore()
  const [words, setWords] = useState(initialWords)
  const [active, setActive] = useState(0)
  const actions = useMemo(actionsOnPage, [])
  const { entries, isSearching } = usePaletteEntries(words, actions)
  const current = Math.min(active, entries.length - 1)
  const open = (entry: PaletteEntry) => {
    onClose()
    // The action starts after the palette has returned the focus, so that a dialog of the action can take it.
    if (entry.kind === 'Action') requestAnimationFrame(entry.press)
    else navigate({ href: entry.href })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const entry = entries[current]
    if (step !== undefined) setActive((current + step + entries.length) % Math.max(entries.length, 1))
    else if (event.key === 'Enter' && entry) open(entry)
    else return
    event.preventDefault()
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label="Search"
          finalFocus={focusBefore}
          className="fixed top-[14vh] left-1/2 z-50 w-[92vw] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line-strong bg-surface shadow-floating outline-none"
        >
          <div className="flex h-11 items-center gap-2 border-b px-3">
            <Search className="size-4 text-ink-faint" aria-hidden />
            <input
              // The focus is set in the first commit: Base UI would set it a frame later, and keystrokes
              // before that would be lost.
              ref={focusOnMount}
              role="combobox"
              aria-label="Search"
              aria-expanded
              aria-controls={list}
              aria-activedescendant={entries.length > 0 ? `${list}-${current}` : undefined}
              placeholder="Pages, prompts, tables, actions, or the ID of a user, session, trace or request"
              autoComplete="off"
              spellCheck={false}
              value={words}
              onChange={({ target }) => {
                setWords(target.value)
                setActive(0)
              }}
              onKeyDown={onKeyDown}
              className="h-full flex-1 bg-transparent text-body outline-none placeholder:text-ink-faint"
            />
          </div>
          <div
            id={list}
            role="listbox"
            aria-label="Results"
            className="max-h-80 overflow-auto p-1 empty:hidden"
          >
            {entries.map((entry, index) => (
              <Option
                key={entry.value}
                id={`${list}-${index}`}
                entry={entry}
                isActive={index === current}
                onHover={() => setActive(index)}
                onChoose={() => open(entry)}
              />
            ))}
          </div>
          {entries.length === 0 && (
            <p role="status" className="p-4 text-center text-ink-faint">
              {isSearching ? 'Searching…' : 'No results.'}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isActive: boolean
  readonly onHover: () => void
  readonly onChoose: () => void
}

function Option({ id, entry, isActive, onHover, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  const Icon = iconOf(entry)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the search field, which handles Enter.
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-highlighted={isActive || undefined}
      onPointerMove={onHover}
      onClick={onChoose}
      className={itemStyle}
    >
      <Icon className="text-ink-faint" aria-hidden />
      <bdi className="min-w-0 flex-1 truncate" title={entry.label}>
        {entry.label}
      </bdi>
      {entry.kind !== 'Page' && <span className="text-small text-ink-faint">{entry.kind}</span>}
    </div>
  )
}

/** The icon of the navigation link to which the page belongs. */
const iconOf = (entry: PaletteEntry): IconComponent =>
  entry.kind === 'Action'
    ? ArrowRight
    : (navigationLinks.findLast(({ to }) => entry.href === to || (to !== '/' && entry.href.startsWith(to)))
        ?.icon ?? Search)

const focusOnMount = (input: HTMLInputElement | null) => input?.focus()
