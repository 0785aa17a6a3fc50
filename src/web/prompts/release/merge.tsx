import { useState } from 'react'
import { type Conflict, mergeVersions, type Path, type Version } from '../../../engine/template/diff/index.ts'
import { Button, Dialog } from '../../design/index.ts'
import { DiffView } from '../compare/diff-view.tsx'
import { VersionDiff } from '../compare/version-diff.tsx'
import type { SavedVersion } from '../page/queries.ts'

interface Props {
  /** The common base version. */
  readonly base: SavedVersion
  /** The version that another person saved meanwhile. */
  readonly theirs: SavedVersion
  readonly yours: Version
  readonly onClose: () => void
  readonly onMerged: (merged: Version) => void
}

const nameOf = (path: Path) => path.join('.')

/**
 * Merges the version of another person with the draft. A change of one side is applied; if both sides changed
 * a field, this person chooses.
 */
export function Merge({ base, theirs, yours, onClose, onMerged }: Props) {
  const [takenPaths, setTakenPaths] = useState<ReadonlySet<string>>(new Set())
  const { merged, conflicts } = mergeVersions(base, theirs, yours, (path) => takenPaths.has(nameOf(path)))
  const choose = (path: Path, isTheirs: boolean) => {
    const next = new Set(takenPaths)
    if (isTheirs) next.add(nameOf(path))
    else next.delete(nameOf(path))
    setTakenPaths(next)
  }
  return (
    <Dialog
      onClose={onClose}
      title={`Merge with v${theirs.number}`}
      description={`v${theirs.number} was saved while you worked on v${base.number}${theirs.message ? `: ${theirs.message}` : '.'}`}
      wide
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button kind="primary" onClick={() => onMerged(merged)}>
            Use merged version
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {conflicts.map((conflict) => (
          <ConflictChoice
            key={nameOf(conflict.path)}
            conflict={conflict}
            isTheirs={takenPaths.has(nameOf(conflict.path))}
            onChoose={(isTheirs) => choose(conflict.path, isTheirs)}
          />
        ))}
        <section>
          <h3 className="mb-2 text-small font-semibold text-ink-soft">
            Changes against v{theirs.number} after the merge
          </h3>
          <VersionDiff before={theirs} after={merged} />
        </section>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly conflict: Conflict
  readonly isTheirs: boolean
  readonly onChoose: (isTheirs: boolean) => void
}

function ConflictChoice({ conflict: { path, theirs, yours }, isTheirs, onChoose }: ChoiceProps) {
  const field = fieldName(path)
  return (
    <fieldset className="rounded-lg border border-warning-edge p-3">
      <legend className="px-1 font-medium">Both changed {field}</legend>
      <div className="mb-2 flex gap-4">
        {[
          { value: false, text: 'Yours' },
          { value: true, text: 'Theirs' },
        ].map(({ value, text }) => (
          <label key={text} className="flex items-center gap-1.5">
            <input
              type="radio"
              name={nameOf(path)}
              aria-label={`${text} for ${field}`}
              checked={isTheirs === value}
              onChange={() => onChoose(value)}
            />
            {text}
          </label>
        ))}
      </div>
      <p className="mb-1 text-small text-ink-soft">Theirs on the left, yours on the right.</p>
      <div className="overflow-hidden rounded-lg border bg-surface">
        <DiffView before={readable(theirs)} after={readable(yours)} mode="split" />
      </div>
    </fieldset>
  )
}

function fieldName(path: Path): string {
  const [, part, index] = path
  return part === 'messages' && typeof index === 'number' ? `message ${index + 1}` : path.slice(1).join('.')
}

/** The text of a message; other values as they are stored. */
function readable(value: unknown): string {
  const content = (value as { content?: readonly { type: string; text?: string }[] } | null)?.content
  if (Array.isArray(content) && content.every(({ type }) => type === 'text'))
    return content.map(({ text }) => text).join('\n')
  return value === null ? '' : JSON.stringify(value, null, 2)
}
