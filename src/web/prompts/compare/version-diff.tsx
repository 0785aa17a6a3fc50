import { diffVersions, type Version } from '../../../engine/template/diff/index.ts'
import { Empty } from '../../design/index.ts'
import { DiffView } from './diff-view.tsx'
import { isBesideText, isMeant } from './meant.ts'
import { textOf } from './text-of.ts'

interface Props {
  readonly before: Version
  readonly after: Version
  readonly mode?: 'unified' | 'split'
}

/** Parameters by their own names; they are what changes most. */
const nameOf = (path: readonly (string | number)[]) =>
  path
    .slice(1)
    .join('.')
    .replace(/^model\.parameters\./, '')

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What changes from one version to the other: its text, and everything beside it. */
export function VersionDiff({ before, after, mode = 'unified' }: Props) {
  const changes = diffVersions(before, after).filter(isMeant)
  if (changes.length === 0) return <Empty title="No differences" />
  const [texts, beside] = [
    [textOf(before.template), textOf(after.template)] as const,
    changes.filter(isBesideText),
  ]
  return (
    <div className="flex flex-col gap-4">
      {texts[0] !== texts[1] && <DiffView before={texts[0]} after={texts[1]} mode={mode} />}
      {beside.length > 0 && (
        <section>
          <h3 className="mb-1 text-small font-semibold text-ink-soft">Model, parameters and tools</h3>
          <dl className="flex flex-col gap-1 font-mono text-small">
            {beside.map(({ path, before: old, after: now }) => (
              <div key={path.join('.')} className="flex gap-3">
                <dt className="w-56 shrink-0 break-words text-ink-soft">{nameOf(path)}</dt>
                <dd className="flex min-w-0 flex-wrap gap-x-3">
                  {old !== null && <del className="break-all text-bad">{shown(old)}</del>}
                  {now !== null && <ins className="break-all text-good no-underline">{shown(now)}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
