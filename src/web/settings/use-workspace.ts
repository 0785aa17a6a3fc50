import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, queryOf } from '../api/index.ts'
import { toast, toastProblem } from '../design/index.ts'

export type WorkspaceSettings = Answer<'readWorkspace'>['workspace']['settings']

/** The settings of the workspace. A change is shown at once, and undone if the server refuses it. */
export function useWorkspace() {
  const client = useQueryClient()
  const key = ['workspace']
  const query = useQuery(queryOf(key, 'readWorkspace'))
  const change = useMutation({
    mutationFn: (settings: Partial<WorkspaceSettings>) => call('updateWorkspace', { body: { settings } }),
    onMutate: (settings) => {
      const before = client.getQueryData<Answer<'readWorkspace'>>(key)
      if (before)
        client.setQueryData(key, {
          ...before,
          workspace: { ...before.workspace, settings: { ...before.workspace.settings, ...settings } },
        })
      return before
    },
    onSuccess: (answer) => {
      client.setQueryData(key, answer)
      toast('Setting saved')
    },
    onError: (problem, _settings, before) => {
      client.setQueryData(key, before)
      toastProblem(problem)
    },
  })
  return { query, settings: query.data?.workspace.settings, change: change.mutate }
}
