import type { ReactNode } from 'react'
import { Button, Time } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'
import type { Playground } from './content.ts'

const Notice = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
  <div
    role="alert"
    className="m-3 flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning"
  >
    <TriangleAlert className="size-4 shrink-0" aria-hidden />
    <p className="min-w-0 flex-1 basis-60">{children}</p>
    <div className="flex flex-wrap gap-2 [&_button]:text-ink">{actions}</div>
  </div>
)

interface ConflictProps {
  readonly theirs: Playground
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
  readonly onCopy: () => void
}

/** Shown when two people changed the same playground: saving stops until this person chooses a version. */
export const ConflictNotice = ({ theirs, onTakeTheirs, onKeepMine, onCopy }: ConflictProps) => (
  <Notice
    actions={
      <>
        <Button size="small" onClick={onTakeTheirs}>
          Load theirs
        </Button>
        <Button size="small" onClick={onKeepMine}>
          Replace with mine
        </Button>
        <Button size="small" onClick={onCopy}>
          Save mine as a copy
        </Button>
      </>
    }
  >
    <bdi>{theirs.updated_by.name}</bdi> changed this playground <Time at={theirs.updated_at} />, after your
    changes began. Your changes are in this browser and not saved yet. Choose which version to keep.
  </Notice>
)

export const DeletedNotice = ({ onCopy }: { onCopy: () => void }) => (
  <Notice
    actions={
      <Button size="small" onClick={onCopy}>
        Save as a new playground
      </Button>
    }
  >
    This playground was deleted. Its content is only in this tab; save it to keep it.
  </Notice>
)
