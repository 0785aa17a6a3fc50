import { Button } from '../design/index.ts'
import { TriangleAlert } from '../icons/index.ts'

interface Props {
  readonly conflict: { readonly useTheirs: () => void; readonly keepMine: () => void } | null
}

/** Lets an admin choose between their edited settings and the settings that another admin saved meanwhile. */
export const ChangedMeanwhile = ({ conflict }: Props) =>
  conflict && (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-lg bg-warning-soft px-4 py-3 text-warning"
    >
      <TriangleAlert className="size-4 shrink-0" aria-hidden />
      <p className="min-w-48 flex-1">
        Another admin saved other settings here while you were editing. Your changes are still on screen and
        not saved.
      </p>
      <Button size="small" onClick={conflict.useTheirs}>
        Discard mine
      </Button>
      <Button size="small" onClick={conflict.keepMine}>
        Keep mine
      </Button>
    </div>
  )
