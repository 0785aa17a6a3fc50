import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useId, useState } from 'react'
import {
  Avatar,
  Button,
  Empty,
  KeyMark,
  QueryState,
  Select,
  ShowMore,
  Skeleton,
  Time,
} from '../../design/index.ts'
import { lazyScreen, Page } from '../../shell/index.ts'
import { LabelBadge } from '../label-badge.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { type ReleaseRequest, type ReleaseStatus, requestsQuery } from './queries.ts'

/** The comparison loads the text editor. */
const RequestChanges = lazyScreen(() => import('./request-changes.tsx'), 'RequestChanges')

const choices: readonly { value: ReleaseStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'approved', label: 'Approved' },
  { value: 'denied', label: 'Denied' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

/** Release requests of all prompts, with their decisions. */
export function Releases() {
  const { status = 'open' } = useSearch({ from: '/prompts/releases' })
  const navigate = useNavigate({ from: '/prompts/releases' })
  const list = useInfiniteQuery(requestsQuery(status))
  const requests = list.data?.pages.flatMap((page) => page.release_requests)
  return (
    <Page
      title="Release requests"
      above={
        <Link to="/prompts" className="hover:text-ink">
          Prompts /
        </Link>
      }
      actions={
        <Select
          label="Status"
          value={status}
          choices={choices}
          onChange={(next) => navigate({ search: { status: next === 'open' ? undefined : next } })}
          className="w-36"
        />
      }
    >
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        <QueryState query={list} />
        {requests?.length === 0 && (
          <Empty title={status === 'open' ? 'No open release requests' : `No request was ${status}`}>
            Members who may not move a label can request it on the page of a prompt. Here you see the changes
            of each request, and approve or deny it.
          </Empty>
        )}
        <ul aria-label="Release requests">
          {requests?.map((request) => (
            <RequestItem key={request.id} request={request} />
          ))}
        </ul>
        <ShowMore list={list} className="m-4 self-center" />
      </div>
    </Page>
  )
}

function RequestItem({ request }: { request: ReleaseRequest }) {
  const [isShown, setShown] = useState(false)
  const { current_version_number: before, version_number: after } = request
  const id = useId()
  return (
    <li className="flex flex-col gap-3 border-b px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RequestedRelease request={request} />
        {request.status === 'open' && before !== null && (
          <Button
            size="small"
            kind="quiet"
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide changes' : 'Show changes'}
          </Button>
        )}
        <DecisionButtons request={request} />
      </div>
      <div id={id} className="empty:hidden">
        {isShown && before !== null && (
          <Suspense fallback={<Skeleton className="h-32" />}>
            <RequestChanges promptId={request.prompt_id} before={before} after={after} />
          </Suspense>
        )}
      </div>
    </li>
  )
}

const RequestedRelease = ({ request }: { request: ReleaseRequest }) => (
  <div className="mr-auto flex min-w-0 items-start gap-3">
    {request.asked_by.kind === 'person' ? <Avatar name={request.asked_by.name} /> : <KeyMark />}
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to="/prompts/$promptId"
          params={{ promptId: String(request.prompt_id) }}
          search={{ v: request.version_number }}
          className="font-medium hover:underline"
        >
          <bdi>{request.prompt_name}</bdi>
        </Link>
        <LabelBadge name={request.label} />
        <span className="tabular-nums">
          {request.status === 'open' && request.current_version_number !== null
            ? `v${request.current_version_number} → v${request.version_number}`
            : `v${request.version_number}`}
        </span>
        {request.status === 'open' && request.current_version_number === null && (
          <span className="text-small text-ink-faint">new label</span>
        )}
      </span>
      {request.note && <bdi className="text-ink-soft">“{request.note}”</bdi>}
      <span className="text-small text-ink-soft">
        Requested by <bdi>{request.asked_by.name}</bdi> <Time at={request.asked_at} />
        {request.decided_by && request.decided_at && (
          <>
            , {request.status} by <bdi>{request.decided_by.name}</bdi> <Time at={request.decided_at} />
            {request.decision_note && (
              <>
                : <bdi>“{request.decision_note}”</bdi>
              </>
            )}
          </>
        )}
      </span>
    </div>
  </div>
)
