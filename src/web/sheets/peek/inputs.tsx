import { Suspense } from 'react'
import { classNames } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import type { Column } from '../grid/column.ts'
import type { RowStore } from '../grid/row-store.ts'
import { MarkedText } from './marked-text.tsx'
import { matchesOf } from './marks.ts'
import { PeekSection } from './section.tsx'
import { WholeValue } from './whole-value.tsx'

interface Props {
  readonly column: Column
  readonly columns: readonly Column[]
  readonly store: RowStore
  readonly row: number
}

/** Matches of patterns are loaded on demand with the pattern library. */
const PatternMatches = lazyScreen(() => import('./pattern-matches.tsx'))

/**
 * The inputs of a cell: the cells of the same row that its column reads. A cell that a person answers has the
 * whole row as input.
 */
export function Inputs({ column, columns, store, row }: Props) {
  const isHuman = column.type === 'HUMAN'
  const sources = columns.filter(({ id }) =>
    isHuman ? id !== column.id : column.dependencies.some(({ column_id }) => column_id === id),
  )
  if (sources.length === 0) return null
  const needle = needleOf(column, (name) => {
    const source = columns.find(({ id, title }) => id === name || title === name)
    return source ? (store.cell(row, source.id)?.display_value ?? '') : ''
  })
  return (
    <PeekSection title={isHuman ? 'This row' : 'Inputs'}>
      <dl className="flex flex-col gap-2">
        {sources.map((source) => {
          const cell = store.cell(row, source.id)
          const text = cell?.display_value ?? ''
          const isSearched = [source.id, source.title].includes(String(column.config['source']))
          return (
            <div key={source.id} className="rounded-md border bg-surface px-2 py-1.5">
              <dt className="text-tiny text-ink-faint">{source.title}</dt>
              <dd
                dir="auto"
                className={classNames(
                  'overflow-auto break-words whitespace-pre-wrap [unicode-bidi:plaintext]',
                  // A person who answers reads the row, and should not scroll in each value.
                  isHuman ? 'max-h-96' : 'max-h-32',
                )}
              >
                {text === '' ? (
                  <span className="text-ink-faint">No value</span>
                ) : isHuman ? (
                  <WholeValue cell={cell!} />
                ) : isSearched ? (
                  <SearchedText column={column} text={text} needle={needle} />
                ) : (
                  <MarkedText text={text} matches={[]} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </PeekSection>
  )
}

/** The text that a CONTAINS column searches for. */
function needleOf({ type, config }: Column, textIn: (column: string) => string): string {
  if (type !== 'CONTAINS') return ''
  const source = config['value_source']
  return typeof source === 'string' ? textIn(source) : String(config['value'] ?? '')
}

const patternOf = ({ type, config }: Column): string =>
  type === 'REGEX' || type === 'REGEX_EXTRACTION'
    ? String(config['regex_pattern'] ?? config['pattern'] ?? '')
    : ''

/** A text with the column's matches marked. */
function SearchedText({ column, text, needle }: { column: Column; text: string; needle: string }) {
  const pattern = patternOf(column)
  if (pattern === '') return <MarkedText text={text} matches={matchesOf(text, needle)} />
  return (
    <Suspense fallback={<MarkedText text={text} matches={[]} />}>
      <PatternMatches pattern={pattern} text={text} />
    </Suspense>
  )
}
