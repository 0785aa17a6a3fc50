import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { ChevronDown, ChevronRight } from '../../icons/index.ts'
import { classNames } from '../class-names.ts'
import { counted } from '../counted.ts'
import type { JsonParts } from './json-parts.ts'
import { childrenStep, type JsonRow, jsonRows } from './json-rows.ts'

interface Props {
  readonly value: unknown
  /** The control that chooses between tree and text. */
  readonly switcher: ReactNode
  readonly parts: JsonParts
}

/**
 * JSON as a tree. Above it are the path of the selected line and buttons that copy its path and value. The arrow keys go
 * from line to line; left and right close and open.
 */
export function JsonTree({ value, switcher, parts: { Button, CopyButton } }: Props) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  const [selected, setSelected] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => jsonRows(value, { toggled, shown }), [value, toggled, shown])
  const index = Math.max(
    0,
    rows.findIndex(({ path }) => path === selected),
  )
  const current = rows[index]!
  const toggle = ({ path, size }: JsonRow) => {
    if (!size) return
    const next = new Set(toggled)
    if (!next.delete(path)) next.add(path)
    setToggled(next)
  }
  const showMore = (path: string) =>
    setShown(new Map(shown).set(path, (shown.get(path) ?? childrenStep) + childrenStep))
  const goTo = (next: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, next))]!
    setSelected(row.path)
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') goTo(index + 1)
    else if (event.key === 'ArrowUp') goTo(index - 1)
    else if (event.key === 'ArrowRight' && current.size && !current.isOpen) toggle(current)
    else if (event.key === 'ArrowLeft' && current.isOpen) toggle(current)
    else if (event.key === 'Enter' || event.key === ' ') toggle(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-center justify-end gap-1">
        {selected !== undefined && (
          <>
            <code className="mr-auto min-w-0 truncate text-small text-ink-soft" title={current.path}>
              {current.path}
            </code>
            <CopyButton name="path" text={current.path} />
          </>
        )}
        <CopyButton name="value" text={copyTextOf(current.value)} />
        {switcher}
      </div>
      <div ref={list} role="tree" aria-label="JSON" className="min-w-0 font-mono text-[12.5px] leading-5">
        {rows.map((row) => (
          <div
            key={row.path}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-expanded={row.size ? row.isOpen : undefined}
            aria-selected={row.path === selected}
            tabIndex={row === current ? 0 : -1}
            data-path={row.path}
            onKeyDown={press}
            onFocus={() => setSelected(row.path)}
            onClick={() => toggle(row)}
            style={{ paddingLeft: `${row.depth}rem` }}
            className="flex min-w-0 cursor-default items-start gap-1 rounded-sm pr-1 hover:bg-sunken focus-visible:-outline-offset-2 aria-selected:bg-accent-soft"
          >
            <span className="flex h-5 w-4 shrink-0 items-center text-ink-faint [&_svg]:size-3.5" aria-hidden>
              {row.size ? row.isOpen ? <ChevronDown /> : <ChevronRight /> : null}
            </span>
            {row.name !== null && (
              <span
                className={classNames(
                  'shrink-0',
                  typeof row.name === 'string' ? 'text-note' : 'text-ink-faint',
                )}
              >
                <bdi>{row.name}</bdi>:
              </span>
            )}
            <Value row={row} isSelected={row.path === selected} />
          </div>
        ))}
      </div>
      {rows
        .filter(({ hidden }) => hidden > 0)
        .map(({ path, hidden }) => (
          <Button key={path} size="small" className="self-start" onClick={() => showMore(path)}>
            Show more of {path} ({hidden.toLocaleString('en')} left)
          </Button>
        ))}
    </div>
  )
}

/** Characters that are shown of a text while its line is not selected. */
const unselectedLength = 400

function Value({ row: { value, size, isOpen }, isSelected }: { row: JsonRow; isSelected: boolean }) {
  if (size !== null)
    return (
      <span className="text-ink-faint">
        {Array.isArray(value) ? '[' : '{'}
        {isOpen ? '' : size === 0 ? '' : '…'}
        {!isOpen && (Array.isArray(value) ? ']' : '}')}
        {size > 0 && (
          <span className="ml-2 font-sans text-small">
            {counted(size, Array.isArray(value) ? 'item' : 'key')}
          </span>
        )}
      </span>
    )
  if (typeof value !== 'string') return <span className="text-variable">{String(value)}</span>
  const visible = isSelected ? value : value.slice(0, unselectedLength)
  return (
    <bdi className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap text-good">
      {visible}
      {visible.length < value.length && '…'}
    </bdi>
  )
}

const copyTextOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
