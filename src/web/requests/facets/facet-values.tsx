import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Input, SkeletonRows } from '../../design/index.ts'
import { FacetValueRow } from './facet-parts.tsx'

interface CountedValue {
  readonly value: string
  readonly label?: string | null
  readonly count: number
}

export interface CountedFacet {
  readonly accuracy: 'exact' | 'at_least' | 'too_slow'
  readonly values: readonly CountedValue[]
  readonly has_more: boolean
}

export interface MatchingValues {
  /** The values that contain a text, counted among the newest matches of the search. */
  readonly counted: readonly CountedValue[]
  /** Values of the whole log that begin with the text. */
  readonly suggested: readonly string[]
}

interface Props {
  readonly name: string
  /** Undefined while the values are counted. */
  readonly facet: CountedFacet | undefined
  /** The key of the query that counted the facet. */
  readonly queryKey: readonly unknown[]
  /** Finds the values of the facet that contain a text, rare ones too. */
  readonly find: (text: string, signal: AbortSignal) => Promise<MatchingValues>
  readonly isOn: (value: string) => boolean
  readonly onToggle: (value: string, excludes: boolean) => void
  readonly iconOf?: (value: string) => ReactNode
  /** Shown in the place of values if there are none. */
  readonly empty?: ReactNode
}

const maxShortList = 6
const hintStyle = 'px-4 pb-1.5 text-small text-ink-faint'
const noValues = <p className={hintStyle}>No values</p>

/** The values of a facet, the most frequent first, with a field that finds the others. */
export function FacetValues({ name, facet, queryKey, find, isOn, onToggle, iconOf, empty }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const needsServer = facet !== undefined && (facet.has_more || facet.accuracy === 'at_least')
  const { data: serverMatches } = useQuery({
    queryKey: [...queryKey, 'find', text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: needsServer && text !== '',
    placeholderData: undefined,
  })
  if (!facet) return <SkeletonRows rows={2} height="h-6" />
  if (facet.accuracy === 'too_slow')
    return <p className={hintStyle}>Not counted: it took too long. Choose a shorter time range.</p>
  const { values, has_more: hasMore } = facet
  if (values.length === 0) return empty ?? noValues
  const matching = values.filter(({ value, label }) =>
    (label ?? value).toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const isFinding = typed.trim() !== ''
  const shown = isFinding
    ? (serverMatches?.counted ?? matching)
    : showsAll
      ? values
      : values.slice(0, maxShortList)
  const isShown = (value: string) => shown.some((row) => row.value === value)
  const others = isFinding
    ? (serverMatches?.suggested ?? []).filter((value) => !isShown(value)).slice(0, maxShortList)
    : []
  const largest = Math.max(...values.map(({ count }) => count))
  const toggle = (value: string, excludes: boolean) => {
    onToggle(value, excludes)
    setTyped('')
  }
  return (
    <>
      {values.length > maxShortList && (
        <Input
          aria-label={`Find ${name}`}
          placeholder="Find a value"
          className="mx-4 mb-1 h-6 w-[calc(100%-2rem)] text-small"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            const first = shown[0]?.value ?? others[0]
            if (event.key === 'Enter' && first !== undefined && isFinding) toggle(first, event.altKey)
          }}
        />
      )}
      <ul>
        {shown.map(({ value, label, count }) => (
          <FacetValueRow
            key={value}
            name={label ?? value}
            value={value}
            icon={iconOf?.(value)}
            count={count}
            share={count / largest}
            isAtLeast={facet.accuracy === 'at_least'}
            isOn={isOn(value)}
            onToggle={(excludes) => onToggle(value, excludes)}
          />
        ))}
        {others.map((value) => (
          <li key={value}>
            <button
              type="button"
              className="flex h-6 w-full items-center px-4 text-left hover:bg-sunken focus-visible:-outline-offset-2"
              onClick={({ altKey }) => toggle(value, altKey)}
            >
              <bdi className="truncate">{value}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {isFinding && shown.length + others.length === 0 && noValues}
      {!isFinding && values.length > maxShortList && (
        <button
          type="button"
          className="h-6 px-4 text-small text-accent-ink hover:underline"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `${values.length - maxShortList}${hasMore ? '+' : ''} more`}
        </button>
      )}
      {!isFinding && showsAll && hasMore && <p className={hintStyle}>Find other values by a part of them.</p>}
    </>
  )
}
