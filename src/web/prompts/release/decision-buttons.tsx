import { useState } from 'react'
import { Button } from '../../design/index.ts'
import { DenyDialog } from './deny-dialog.tsx'
import type { ReleaseRequest } from './queries.ts'
import { useDecide } from './use-decide.ts'

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
