import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/index.ts'
import { Button } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import { requestQuery } from '../../requests/index.ts'
import type { Column } from '../grid/column.ts'
import { isOfOtherVersion, type NamedPrompt, namedPrompt } from './named-prompt.ts'

interface Props {
  readonly column: Column
  /** The last request of the cell. */
  readonly request: number
  /** Absent if this person may not run cells. */
  readonly onRunColumn: (() => void) | undefined
}

/** Says which version of the prompt made an answer, if the column uses another version now. */
export function AnsweredBy({ column, request, onRunColumn }: Props) {
  const prompt = namedPrompt(column.config)
  return prompt && <OtherVersion prompt={prompt} request={request} onRunColumn={onRunColumn} />
}

/** The version that the column uses now. The key begins as those of prompts do, so that a release refetches it. */
const currentQuery = ({ identifier, ...query }: NamedPrompt) => ({
  queryKey: ['prompts', 'current', identifier, query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('readRawTemplate', { params: { identifier }, query: { ...query, resolve_snippets: false }, signal }),
  placeholderData: undefined,
})

function OtherVersion({ prompt, request, onRunColumn }: Omit<Props, 'column'> & { prompt: NamedPrompt }) {
  const made = useQuery(requestQuery(request)).data
  const current = useQuery(currentQuery(prompt)).data
  if (!made || !current || made.prompt_id === null || made.prompt_version_number === null) return null
  const version = { promptId: made.prompt_id, version: made.prompt_version_number }
  if (!isOfOtherVersion(version, { promptId: current.id, version: current.version })) return null
  return (
    <section
      aria-label="Prompt version"
      className="flex flex-col items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning"
    >
      <p className="flex min-w-0 gap-2">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="min-w-0 break-words">
          v{version.version} of <bdi>{current.prompt_name}</bdi> made this answer. The column uses v
          {current.version} now.{' '}
          <Link
            to="/prompts/$promptId"
            params={{ promptId: String(current.id) }}
            search={{ tab: 'compare', v: current.version, base: version.version }}
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
