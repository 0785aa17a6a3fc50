import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, useSession } from '../../api/index.ts'
import { Empty, Skeleton, toastProblem } from '../../design/index.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { useRuns } from '../../template-runs/forms.ts'
import { findDraftBase } from './draft-store.ts'
import { versionQuery } from './queries.ts'
import { Workbench } from './workbench.tsx'

export function PromptPage() {
  const { promptId } = useParams({ from: '/prompts/$promptId' })
  const workspace = useSession()?.workspace.id
  return workspace !== undefined && <Prompt key={promptId} promptId={promptId} workspace={workspace} />
}

const back = (
  <Link to="/prompts" className="hover:text-ink">
    Prompts /
  </Link>
)

/** The shown version: the one in the address, else the base version of a draft, else the latest. */
function Prompt({ promptId, workspace }: { promptId: string; workspace: number }) {
  const { v } = useSearch({ from: '/prompts/$promptId' })
  const navigate = useNavigate({ from: '/prompts/$promptId' })
  const [pinnedVersion, setPinnedVersion] = useState(() => findDraftBase({ workspace, prompt: promptId }))
  /** Kept here, so that the answers stay on screen when another version is shown. */
  const runs = useRuns()
  const latest = useQuery(versionQuery(promptId, undefined))
  const number = v ?? pinnedVersion ?? latest.data?.number
  const shownVersion = useQuery({ ...versionQuery(promptId, number), enabled: number !== undefined })
  const isUnknown =
    shownVersion.error instanceof ApiError && shownVersion.error.status === 404 && latest.data !== undefined
  useEffect(() => {
    if (!isUnknown) return
    toastProblem(`There is no version ${number}; this is the latest`)
    setPinnedVersion(undefined)
    void navigate({ search: (search) => ({ ...search, v: undefined }), replace: true })
  }, [isUnknown, navigate, number])
  if (latest.error instanceof ApiError && latest.error.status === 404)
    return (
      <Page title="Prompt" above={back}>
        <Empty
          title="There is no such prompt"
          action={
            <Link to="/prompts" className="text-accent-ink underline">
              All prompts
            </Link>
          }
        />
      </Page>
    )
  const error = latest.error ?? (isUnknown ? null : shownVersion.error)
  if (!latest.data || !shownVersion.data)
    return (
      <Page title={latest.data?.name ?? 'Prompt'} above={back}>
        {error ? (
          <PageProblem
            error={error}
            onRetry={() => void Promise.all([latest.refetch(), shownVersion.refetch()])}
            back={{ to: '/prompts', name: 'prompts' }}
          />
        ) : (
          <div role="status" aria-label="Loading" className="flex flex-col gap-3 p-4">
            <Skeleton className="h-36" />
            <Skeleton className="h-24" />
          </div>
        )}
      </Page>
    )
  return (
    <Workbench
      key={shownVersion.data.number}
      promptId={promptId}
      workspace={workspace}
      shown={shownVersion.data}
      latest={latest.data}
      isOld={v !== undefined && v !== latest.data.number}
      above={back}
      runs={runs}
      onPin={setPinnedVersion}
    />
  )
}
