import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, invalidate } from '../../api/index.ts'
import { toast, toastProblem } from '../../design/index.ts'
import { requestKey } from '../request-query.ts'

type Request = Answer<'readRequest'>
type Change = Partial<Pick<Request, 'tags' | 'metadata' | 'scores'>>

/**
 * Changes scores, tags or metadata of a request. A change is shown at once, and undone if the server refuses
 * it. A toast offers to undo the last change.
 */
export function useUpdate(request: Request) {
  const client = useQueryClient()
  const key = requestKey(request.request_id)
  const refetch = () => {
    void invalidate(key, 'requests')
  }
  const show = (change: Change) =>
    client.setQueryData<Request>(key, (before) => before && { ...before, ...change })
  const refused = (error: Error, before: Change) => {
    show(before)
    toastProblem(error)
  }
  const correct = useMutation({
    mutationFn: (change: Pick<Change, 'tags' | 'metadata'>) =>
      call('updateRequest', {
        params: { request_id: request.request_id },
        body: {
          ...(change.tags && { tags: [...change.tags] }),
          ...(change.metadata && { metadata: change.metadata }),
        },
      }),
    onMutate: show,
    onError: (error) => refused(error, { tags: request.tags, metadata: request.metadata }),
    onSettled: refetch,
  })
  const score = useMutation({
    mutationFn: ({ name, score: value }: { name: string; score: number }) =>
      call('trackScore', { body: { request_id: request.request_id, score: value, name } }),
    onMutate: (newScore) =>
      show({ scores: [...request.scores.filter(({ name }) => name !== newScore.name), newScore] }),
    onError: (error) => refused(error, { scores: request.scores }),
    onSettled: refetch,
  })
  const group = useMutation({
    mutationFn: (change: { group_id: number | null } | { new_group: true }) =>
      call('updateRequest', { params: { request_id: request.request_id }, body: change }),
    onSuccess: ({ group_id }) => toast(group_id === null ? 'Removed from the group' : `In group ${group_id}`),
    onError: toastProblem,
    onSettled: refetch,
  })
  const changeTags = (tags: readonly string[], notice: string) => {
    const before = request.tags
    correct.mutate({ tags: [...tags] })
    toast(notice, { undo: () => correct.mutate({ tags: before }) })
  }
  const changeMetadata = (metadata: Request['metadata'], notice: string) => {
    const before = request.metadata
    correct.mutate({ metadata })
    toast(notice, { undo: () => correct.mutate({ metadata: before }) })
  }
  return { changeTags, changeMetadata, score, group }
}
