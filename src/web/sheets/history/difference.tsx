import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  Button,
  buttonStyle,
  keyboardScroll,
  NativeSelectField,
  Problem,
  SkeletonRows,
} from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import type { SheetParams } from '../queries.ts'
import { type Change, changesOf } from './changes.ts'
import { differenceQuery, nameOf, type Version } from './versions.ts'

interface Props {
  readonly params: SheetParams
  readonly version: Version
  readonly others: readonly Version[]
  /** The previous version; undefined for the first one. */
  readonly before: Version | undefined
  readonly columns: readonly Column[]
  readonly onRestore: (() => void) | undefined
}

/** The differences between this version and another. */
export function Difference({ params, version, others, before, columns, onRestore }: Props) {
  const [base, setBase] = useState(before?.id)
  const { data, error } = useQuery({
    ...differenceQuery(params, base ?? '', version.id),
    enabled: base !== undefined,
  })
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? 'a deleted column'
  const changes = data ? changesOf(data.deltas, titleOf) : null
  return (
    <div className="flex flex-col gap-2 border-t px-3 py-2">
      <div className="flex flex-wrap gap-2">
        <Link
          to="/tables/$tableId/compare"
          params={{ tableId: params.table_id }}
          search={{ sheet: params.sheet_id, base: version.id }}
          className={buttonStyle({})}
        >
          Compare outputs with the current sheet
        </Link>
        {onRestore && <Button onClick={onRestore}>Restore this version</Button>}
      </div>
      {others.length > 1 && (
        <NativeSelectField
          label="What changed since"
          value={base}
          onChange={({ target }) => setBase(target.value)}
          options={others
            .filter(({ id }) => id !== version.id)
            .map((other) => [other.id, `v${other.version_number} ${nameOf(other, columns)}`] as const)}
        />
      )}
      {error && <Problem error={error} className="m-0" />}
      {base !== undefined && !changes && !error && <SkeletonRows rows={3} height="h-6" />}
      {changes?.length === 0 && <p className="text-ink-faint">There are no changes.</p>}
      <ul
        aria-label="Changes"
        {...keyboardScroll}
        className="flex max-h-80 flex-col gap-1 overflow-auto empty:hidden"
      >
        {changes?.slice(0, 200).map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no ids; other versions replace them all.
          <ChangeItem key={index} change={change} />
        ))}
      </ul>
      {data && (changes!.length > 200 || !data.is_complete) && (
        <p className="text-small text-ink-faint">There are more changes than are shown here.</p>
      )}
    </div>
  )
}

const ChangeItem = ({ change: { text, before, after, kind } }: { change: Change }) => (
  <li className="text-small">
    <p className="text-ink-soft">{text}</p>
    {kind === 'cell' && (
      <p dir="auto" className="break-words [unicode-bidi:plaintext]">
        {before !== '' && (
          <del className="rounded-sm bg-bad-soft px-1 text-bad">
            <span className="sr-only">was </span>
            {before}
          </del>
        )}{' '}
        {after !== '' && (
          <ins className="rounded-sm bg-good-soft px-1 text-good no-underline">
            <span className="sr-only">is </span>
            {after}
          </ins>
        )}
      </p>
    )}
  </li>
)
