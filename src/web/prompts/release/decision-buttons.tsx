import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidate } from '../../api/index.ts'
import { Button, toast, toastProblem } from '../../design/index.ts'
import { DenyDialog } from './deny-dialog.tsx'
import type { ReleaseRequest, ReleaseStatus } from './queries.ts'

/** The decisions that this person may make about an open request. */
export function DecisionButtons({ request }: { request: ReleaseRequest }) {
  const { mutate, isPending } = useDecide()
  const [isDenying, setDenying] = useState(false)
  const requestText = `${request.label} on v${request.version_number} of ${request.prompt_name}`
  return (
    <span className="inline-flex gap-2">
      {request.may_withdraw && !request.may_decide && (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Withdraw ${requestText}`}
          isBusy={isPending}
          onClick={() => mutate({ request, decision: 'withdrawn' })}
        >
          Withdraw
        </Button>
      )}
      {request.may_decide && (
        <>
          <Button size="small" aria-label={`Deny ${requestText}`} onClick={() => setDenying(true)}>
            Deny
          </Button>
          <Button
            size="small"
            kind="primary"
            aria-label={`Approve ${requestText}`}
            isBusy={isPending}
            onClick={() => mutate({ request, decision: 'approved' })}
          >
            Approve
          </Button>
        </>
      )}
      {isDenying && (
        <DenyDialog
          request={request}
          isBusy={isPending}
          onDeny={(note) =>
            mutate({ request, decision: 'denied', note }, { onSettled: () => setDenying(false) })
          }
          onClose={() => setDenying(false)}
        />
      )}
    </span>
  )
}

type Decision = Exclude<ReleaseStatus, 'open'>

interface DecisionInput {
  readonly request: ReleaseRequest
  readonly decision: Decision
  readonly note?: string | null
}

const messageOf = ({ label, version_number, prompt_name }: ReleaseRequest, decision: Decision): string =>
  decision === 'approved' ? `${label} of ${prompt_name} moved to v${version_number}` : `Release ${decision}`

function useDecide() {
  return useMutation({
    mutationFn: ({ request, decision, note = null }: DecisionInput) =>
      call('decideReleaseRequest', {
        params: { release_request_id: request.id },
        body: { decision, note },
      }),
    onSuccess: ({ release_request }, { decision }) => toast(messageOf(release_request, decision)),
    onError: toastProblem,
    onSettled: () => {
      void invalidate('releases', 'prompt', 'prompts')
    },
  })
}
