import type { ReactNode } from 'react'
import { Avatar, Button, type QueryResult, QueryState } from '../design/index.ts'
import { Plus } from '../icons/index.ts'
import { type GlossaryWord, Term, ViewOnly } from '../shell/index.ts'
import { Settings } from './settings.tsx'

interface Props {
  readonly title: string
  /** A word of the glossary that explains the title. */
  readonly word?: GlossaryWord
  /** The purpose of the section. */
  readonly about: ReactNode
  /** The least role that changes the content; absent if everybody does, or if the section is for admins only. */
  readonly changedBy?: 'contributor' | 'admin'
  /** The main action. */
  readonly action?: ReactNode
  /** The query of the content. */
  readonly query?: QueryResult
  readonly children?: ReactNode
}

/** A section of the settings: heading, purpose, one button, content. */
export const Section = ({ title, word, about, changedBy, action, query, children }: Props) => (
  <Settings>
    <section
      aria-label={title}
      className="@container mx-auto flex w-full max-w-[880px] flex-col gap-4 p-6 max-sm:p-4"
    >
      <header className="flex items-start justify-between gap-4 max-sm:flex-col">
        <div>
          <span className="flex items-center gap-1">
            <h2 className="text-title font-semibold">{title}</h2>
            {word && <Term word={word} />}
            {changedBy && <ViewOnly needed={changedBy} />}
          </span>
          <p className="text-ink-soft">{about}</p>
        </div>
        {action}
      </header>
      {query && <QueryState query={query} rows={3} className="m-0" />}
      {(!query || query.data !== undefined) && children}
    </section>
  </Settings>
)

/** The name of a row, which opens it. */
export const RowName = ({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) => (
  <button
    type="button"
    title={name}
    className="max-w-full truncate font-medium hover:underline"
    onClick={onOpen}
  >
    <bdi>{name}</bdi>
  </button>
)

interface PersonCellProps {
  readonly name: string
  readonly email: string
  readonly badge?: ReactNode
}

/** A person in a list of the settings. */
export const PersonCell = ({ name, email, badge }: PersonCellProps) => (
  <span className="flex min-w-0 items-center gap-3 py-1.5">
    <Avatar name={name} className="size-7" />
    <span className="flex min-w-0 flex-col">
      <span className="flex items-center gap-1.5">
        <bdi className="truncate font-medium">{name}</bdi>
        {badge}
      </span>
      <bdi className="truncate text-small text-ink-soft" title={email}>
        {email}
      </bdi>
    </span>
  </span>
)

interface RowsProps<T> {
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string | number
  readonly empty: string
  /** The cells of a row, one for each heading. */
  readonly cells: (row: T) => readonly ReactNode[]
}

/**
 * The last cell has the actions, so it stays in view on narrow screens. In a narrow section a row is a
 * block, and each cell a line with the head of its column.
 */
const cellStyle =
  'max-w-72 truncate px-3 last:sticky last:right-0 last:bg-surface last:text-right max-lg:max-w-44 @max-xl:flex @max-xl:max-w-none @max-xl:items-center @max-xl:justify-between @max-xl:gap-3 @max-xl:px-0 @max-xl:empty:hidden @max-xl:first:justify-start @max-xl:last:justify-end @max-xl:not-first:before:shrink-0 @max-xl:not-first:before:text-small @max-xl:not-first:before:text-ink-faint @max-xl:not-first:before:content-[attr(data-head)]'

export function Rows<T>({ label, heads, rows, keyOf, empty, cells }: RowsProps<T>) {
  if (rows.length === 0)
    return <p className="rounded-lg border border-dashed px-4 py-8 text-center text-ink-soft">{empty}</p>
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table aria-label={label} className="w-full text-left @max-xl:block">
        <thead className="text-small text-ink-faint @max-xl:sr-only">
          <tr>
            {heads.map((head, column) =>
              head === '' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order, and their heads may be empty.
                <td key={column} />
              ) : (
                <th key={head} scope="col" className="h-8 px-3 font-medium last:text-right">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="@max-xl:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="h-10 border-t @max-xl:flex @max-xl:h-auto @max-xl:flex-col @max-xl:gap-1.5 @max-xl:p-3 @max-xl:first:border-t-0"
            >
              {cells(row).map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order, and their heads may be empty.
                <td key={column} data-head={heads[column]} className={cellStyle}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly about?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of a section with a list of its own. */
export const Part = ({ title, about, action, children }: PartProps) => (
  <section aria-label={title} className="mt-2 flex flex-col gap-2">
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div>
        <h3 className="text-heading font-semibold">{title}</h3>
        {about && <p className="text-small text-ink-soft">{about}</p>}
      </div>
      {action}
    </header>
    {children}
  </section>
)

interface SaveBarProps {
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly verb?: string
  readonly onSave: () => void
  readonly onDiscard: () => void
  /** Other actions on the same content. */
  readonly children?: ReactNode
}

/** The end of a form whose content is saved as a whole. It stays in view. */
export const SaveBar = ({
  isChanged,
  isSaving,
  verb = 'Save',
  onSave,
  onDiscard,
  children,
}: SaveBarProps) => (
  <div className="sticky bottom-0 -mx-1 -mt-2 flex flex-wrap items-center justify-end gap-2 bg-canvas px-1 py-2">
    <p role="status" className="mr-auto text-small text-ink-soft">
      {isChanged ? 'You have unsaved changes.' : ''}
    </p>
    {children}
    {isChanged && <Button onClick={onDiscard}>Discard</Button>}
    <Button kind="primary" disabled={!isChanged} isBusy={isSaving} onClick={onSave}>
      {verb}
    </Button>
  </div>
)

export const AddButton = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <Button kind="primary" onClick={onClick}>
    <Plus />
    {children}
  </Button>
)
