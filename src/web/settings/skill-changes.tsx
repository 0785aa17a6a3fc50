import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { queryOf } from '../api/index.ts'
import { Badge, NativeSelectField, Problem, Skeleton } from '../design/index.ts'
import { LazyDiffView } from '../prompts/forms.ts'
import { filesOf, type SkillFiles } from './skill-files.ts'

interface Props {
  readonly id: string
  /** The number of the version that is compared, or of the next one while it is edited. */
  readonly number: number
  readonly files: SkillFiles
}

/** The files that differ from an earlier version. */
export function SkillChanges({ id, number, files }: Props) {
  const [base, setBase] = useState(number - 1)
  const { data, error, refetch } = useQuery(
    queryOf(['skills', id, base], 'readSkillCollection', {
      params: { identifier: id },
      query: { version: base },
    }),
  )
  if (error) return <Problem error={error} onRetry={refetch} className="m-0" />
  const before = data?.version?.number === base ? filesOf(data) : null
  const paths = Object.keys({ ...before, ...files })
    .filter((path) => before?.[path] !== files[path])
    .sort()
  return (
    <div className="flex flex-col gap-3">
      <NativeSelectField
        label="Changes since"
        value={base}
        onChange={({ target }) => setBase(Number(target.value))}
      >
        {Array.from({ length: number - 1 }, (_none, index) => number - 1 - index).map((earlier) => (
          <option key={earlier} value={earlier}>
            v{earlier}
          </option>
        ))}
      </NativeSelectField>
      {before === null && <Skeleton className="h-40" />}
      {before !== null && paths.length === 0 && <p className="text-ink-soft">No file differs.</p>}
      {before !== null &&
        paths.map((path) => (
          <section key={`${base} ${path}`} aria-label={path} className="flex flex-col gap-1">
            <h3 className="flex items-center gap-2 font-mono text-small">
              <bdi className="truncate">{path}</bdi>
              {before[path] === undefined && <Badge tone="good">added</Badge>}
              {files[path] === undefined && <Badge tone="bad">removed</Badge>}
            </h3>
            <div className="overflow-hidden rounded-lg border">
              <Suspense fallback={<Skeleton className="h-16" />}>
                <LazyDiffView before={before[path] ?? ''} after={files[path] ?? ''} mode="unified" isPlain />
              </Suspense>
            </div>
          </section>
        ))}
    </div>
  )
}
