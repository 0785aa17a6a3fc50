import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LabelBadge } from '../label-badge.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { openRequestsQuery } from './queries.ts'

/** The pending release requests of this prompt. */
export function OpenRequests({ promptId }: { promptId: string }) {
  const { data } = useQuery(openRequestsQuery(promptId))
  return data?.map((request) => (
    <div
      key={request.id}
      role="status"
      className="flex flex-wrap items-center gap-2 border-b bg-sunken px-4 py-1.5"
    >
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 max-sm:mr-auto">
        <span>
          <bdi className="font-medium">{request.asked_by.name}</bdi> asks for
        </span>
        <LabelBadge name={request.label} />
        <span className="tabular-nums">
          {request.current_version_number !== null && `v${request.current_version_number} → `}v
          {request.version_number}
        </span>
        {request.current_version_number === null && (
          <span className="text-small text-ink-faint max-sm:hidden">new label</span>
        )}
      </span>
      {/* On a phone the reason is a line of its own, below the buttons. */}
      <bdi className="mr-auto text-ink-soft max-sm:order-last max-sm:basis-full max-sm:truncate max-sm:empty:hidden">
        {request.note && `“${request.note}”`}
      </bdi>
      {request.current_version_number !== null && (
        <Link
          from="/prompts/$promptId"
          search={{ tab: 'compare', base: request.current_version_number, v: request.version_number }}
          className="text-accent-ink underline"
        >
          Compare
        </Link>
      )}
      <DecisionButtons request={request} />
    </div>
  ))
}
