import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isOfOtherVersion, storedVersion } from '../../../engine/sheet/rows/prompt-version.ts'
import { Button } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { requestQuery } from '../../requests/index.ts'
import type { Column } from '../grid/column.ts'
import type { Cell } from '../grid/row-store.ts'
import { usePromptVersions } from '../prompt-versions.ts'
import type { SheetParams } from '../queries.ts'

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly column: Column
  readonly cell: Cell
  /** The last request of the cell. */
  readonly request: number
  /** Absent if this person may not run cells. */
  readonly onRunColumn: (() => void) | undefined
}

/** The version of the prompt that made an answer, if the column now uses another version. */
export function AnsweredBy({ params, columns, column, cell, request, onRunColumn }: Props) {
  const current = usePromptVersions(params, columns).get(column.id) ?? null
  const stored = storedVersion(cell.request_metrics)
  // Older answers have the version only in their request.
  const logged = useQuery({ ...requestQuery(request), enabled: current !== null && stored === null }).data
  const made =
    stored ??
    storedVersion(
      logged && {
        prompt_id: logged.prompt_id ?? undefined,
        prompt_version_number: logged.prompt_version_number ?? undefined,
      },
    )
  if (!current || !made || !isOfOtherVersion(made, current)) return null
  return (
    <section
      aria-label="Prompt version"
      className="flex flex-col items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning"
    >
      <p className="flex min-w-0 gap-2">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="min-w-0 break-words">
          v{made.version} of <bdi>{current.name}</bdi> made this answer. The column uses v{current.version}{' '}
          now.{' '}
          <Link
            to="/prompts/$promptId"
            params={{ promptId: String(current.promptId) }}
            search={{ tab: 'compare', v: current.version, base: made.version }}
            className="underline"
          >
            Compare the versions
          </Link>
        </span>
      </p>
      {onRunColumn && (
        <Button size="small" onClick={onRunColumn}>
          Run column…
        </Button>
      )}
    </section>
  )
}
