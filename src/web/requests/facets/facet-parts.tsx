import type { ReactNode } from 'react'
import { classNames, copyText, IconButton, Menu, MenuItem, TipButton } from '../../design/index.ts'
import { Check, ChevronRight, Ellipsis, PanelLeftClose } from '../../icons/index.ts'

interface FrameProps {
  readonly isBusy: boolean
  /** The plural noun of the counted entities, if they are not the rows of the list. */
  readonly counted?: string | undefined
  readonly onClose: () => void
  /** Shown below the sections. */
  readonly hint?: string | undefined
  readonly children: ReactNode
}

/** The panel of facets beside a list. */
export const FacetFrame = ({ isBusy, counted, onClose, hint, children }: FrameProps) => (
  <aside
    aria-label="Facets"
    className="flex min-w-0 flex-1 flex-col bg-surface max-md:absolute max-md:inset-0 max-md:z-20"
  >
    <header className="flex h-8 shrink-0 items-center border-b pr-1.5 pl-4">
      <h2 className="text-small text-ink-faint">{counted ? `Facets, counted in ${counted}` : 'Facets'}</h2>
      <TipButton tip="Hide facets" className="ml-auto" onClick={onClose}>
        <PanelLeftClose />
      </TipButton>
    </header>
    <div className="min-h-0 flex-1 overflow-y-auto pb-3" aria-busy={isBusy}>
      {children}
      {hint && <p className="px-4 pt-2 text-small text-ink-faint">{hint}</p>}
    </div>
  </aside>
)

interface SectionProps {
  readonly section: { readonly name: string }
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

export const FacetSection = ({ section, isOpen, onToggle, children }: SectionProps) => (
  <section aria-label={section.name} className="border-b py-1 last:border-b-0">
    <h3>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex h-7 w-full items-center gap-1 px-2.5 text-left text-small font-medium text-ink-soft hover:text-ink focus-visible:-outline-offset-2"
      >
        <ChevronRight className={classNames('size-3.5 shrink-0', isOpen && 'rotate-90')} aria-hidden />
        <bdi className="truncate">{section.name}</bdi>
      </button>
    </h3>
    {isOpen && children}
  </section>
)

interface ValueProps {
  readonly name: string
  readonly value: string
  /** If set, the name is shown as a badge with this icon. */
  readonly icon?: ReactNode
  readonly count: number
  /** The count as a share of the count of the most frequent value. */
  readonly share: number
  readonly isAtLeast: boolean
  readonly isOn: boolean
  readonly onToggle: (excludes: boolean) => void
}

/** A value with its count. A click includes it, Alt+click excludes it. */
export function FacetValueRow({ name, value, icon, count, share, isAtLeast, isOn, onToggle }: ValueProps) {
  const number = count.toLocaleString('en')
  return (
    <li className="group/value relative flex h-6 items-center">
      <button
        type="button"
        aria-pressed={isOn}
        title={`${name}: ${isAtLeast ? 'at least ' : ''}${number}. Alt+click excludes it.`}
        onClick={({ altKey }) => onToggle(altKey)}
        className={classNames(
          'relative flex h-full min-w-0 flex-1 items-center gap-2 pr-8 pl-4 text-left hover:bg-sunken focus-visible:-outline-offset-2',
          isOn && 'font-medium text-accent-ink',
        )}
      >
        <span
          aria-hidden
          className="absolute inset-y-0.5 left-0 rounded-r-sm bg-accent-soft"
          style={{ width: `${share * 85}%` }}
        />
        {icon ? (
          <span className="relative">{icon}</span>
        ) : (
          <bdi className="relative min-w-0 truncate">{name}</bdi>
        )}
        {isOn && <Check className="relative size-3.5 shrink-0" aria-hidden />}
        <span className="relative ml-auto text-small text-ink-faint tabular-nums">
          {number}
          {isAtLeast && '+'}
        </span>
      </button>
      <div className="absolute right-1 opacity-0 group-focus-within/value:opacity-100 group-hover/value:opacity-100 has-[[data-popup-open]]:opacity-100">
        <Menu
          trigger={
            <IconButton label={`More for ${name}`} className="size-6">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => onToggle(false)}>{isOn ? 'Remove filter' : 'Include'}</MenuItem>
          <MenuItem keys="Alt Click" onSelect={() => onToggle(true)}>
            Exclude
          </MenuItem>
          <MenuItem onSelect={() => void copyText('value', value)}>Copy value</MenuItem>
        </Menu>
      </div>
    </li>
  )
}
