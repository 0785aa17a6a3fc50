import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { classNames, Empty, HeadedPanel, QueryState, Segmented, ShowMore, Time } from '../../design/index.ts'
import type { Column } from '../grid/column.ts'
import type { SheetParams } from '../queries.ts'
import { scoreHistoryQuery } from '../queries.ts'
import { scoreText } from '../score-text.ts'
import { daysOf } from './days.ts'
import { Difference } from './difference.tsx'
import { Restore } from './restore.tsx'
import { SaveVersion } from './save-version.tsx'
import { scoreWhenSaved } from './score-when-saved.ts'
import { authorOf, nameOf, type Version, versionsQuery } from './versions.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly mayChange: boolean
  readonly onRestored: () => void
  readonly onClose: () => void
}

/** Saved versions of the sheet: named, viewed, compared, restored. */
export function HistoryPanel({ params, columns, mayChange, onRestored, onClose }: Props) {
  const { version: shownVersion } = useSearch({ from: '/tables/$tableId' })
  const navigate = useNavigate({ from: '/tables/$tableId' })
  const list = useInfiniteQuery(versionsQuery(params))
  const history = useQuery(scoreHistoryQuery(params))
  const [restored, setRestored] = useState<Version | null>(null)
  const [shown, setShown] = useState<'all' | 'named'>('all')
  const versions = list.data?.pages.flatMap((page) => page.data) ?? []
  const named = versions.filter(({ name }) => name)
  // Galley saves a version before each change of a column, so a sheet has more automatic versions than named ones.
  const hasBoth = named.length > 0 && named.length < versions.length
  const scoreOf = ({ created_at: savedAt }: Version) =>
    scoreWhenSaved(history.data?.score_history.points ?? [], savedAt)
  const show = (id: string | undefined) => navigate({ search: (before) => ({ ...before, version: id }) })
  return (
    <HeadedPanel label="History" title="History" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-4">
        {mayChange && <SaveVersion params={params} />}
        <QueryState query={list} rows={5} className="m-0" />
        {list.data && versions.length === 0 && (
          <Empty title="No versions yet">
            A version stores the sheet as it is now: columns, rows and results. One is saved automatically
            before columns or scores change.
          </Empty>
        )}
        {hasBoth && (
          <Segmented
            label="Versions"
            value={shown}
            choices={[
              { value: 'all', label: 'All' },
              { value: 'named', label: `Named ${named.length.toLocaleString('en')}` },
            ]}
            onChange={setShown}
          />
        )}
        {daysOf(hasBoth && shown === 'named' ? named : versions, new Date()).map((day) => (
          <section key={day.name} aria-label={day.name} className="flex flex-col gap-1.5">
            <h3 className="text-small font-medium text-ink-faint">{day.name}</h3>
            <ol className="flex flex-col gap-1.5">
              {day.versions.map((version) => {
                const isShown = version.id === shownVersion
                return (
                  <li
                    key={version.id}
                    className={classNames('rounded-lg border bg-surface', isShown && 'border-accent')}
                  >
                    <button
                      type="button"
                      aria-expanded={isShown}
                      className="flex w-full flex-col gap-0.5 px-3 py-2 text-left hover:bg-sunken"
                      onClick={() => show(isShown ? undefined : version.id)}
                    >
                      <span className="flex w-full items-baseline gap-2">
                        <span className="text-ink-faint tabular-nums">v{version.version_number}</span>
                        <span
                          className={classNames(
                            'min-w-0 flex-1 truncate',
                            version.name ? 'font-medium' : 'text-ink-soft',
                          )}
                        >
                          {nameOf(version, columns)}
                        </span>
                        {scoreOf(version) !== null && (
                          <span className="font-medium tabular-nums">{scoreText(scoreOf(version)!)}</span>
                        )}
                      </span>
                      <span className="flex w-full gap-2 text-small text-ink-faint">
                        <span className="min-w-0 flex-1 truncate">{authorOf(version)}</span>
                        <Time at={version.created_at} />
                      </span>
                    </button>
                    {isShown && (
                      <Difference
                        params={params}
                        version={version}
                        others={versions}
                        before={versions[versions.indexOf(version) + 1]}
                        columns={columns}
                        onRestore={mayChange ? () => setRestored(version) : undefined}
                      />
                    )}
                  </li>
                )
              })}
            </ol>
          </section>
        ))}
        <ShowMore list={list} />
      </div>
      {restored && (
        <Restore
          params={params}
          version={restored}
          onRestored={() => {
            setRestored(null)
            void show(undefined)
            onRestored()
          }}
          onClose={() => setRestored(null)}
        />
      )}
    </HeadedPanel>
  )
}
