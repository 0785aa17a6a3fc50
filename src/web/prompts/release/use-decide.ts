import { useMutation } from '@tanstack/react-query'
import { call, invalidate } from '../../api/index.ts'
import { toast, toastProblem } from '../../design/index.ts'
import type { ReleaseRequest, ReleaseStatus } from './queries.ts'

type Decision = Exclude<ReleaseStatus, 'open'>

interface DecisionInput {
  readonly request: ReleaseRequest
  readonly decision: Decision
  readonly note?: string | null
}

const messageOf = ({ label, version_number, prompt_name }: ReleaseRequest, decision: Decision): string =>
  decision === 'approved' ? `${label} of ${prompt_name} moved to v${version_number}` : `Release ${decision}`

export function useDecide() {
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
