import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, call, invalidate } from '../api/index.ts'
import { toastProblem } from '../design/index.ts'

export type StoredDashboard = Answer<'readDashboard'>['dashboard']
type Change = Partial<Pick<StoredDashboard, 'name' | 'query' | 'since_hours' | 'tiles'>>

export const listKey = ['dashboards']
export const dashboardKey = (id: number) => [...listKey, id]

/** Changes one dashboard: a change is shown at once, and undone with a message if the server refuses it. */
export function useDashboardChanges(stored: StoredDashboard | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      call('updateDashboard', {
        params: { dashboard_id: stored!.id },
        body: { ...change, revision: latestRevision(client, stored!) },
      }),
    scope: { id: `dashboard-${stored?.id}` },
    onMutate: (change) => {
      const before = client.getQueryData(dashboardKey(stored!.id))
      show(client, { ...stored!, ...change })
      return { before }
    },
    onSuccess: ({ dashboard }) => show(client, dashboard),
    onError: (error, _change, context) => {
      toastProblem(error)
      if (context) client.setQueryData(dashboardKey(stored!.id), context.before)
      void invalidate(dashboardKey(stored!.id))
    },
  })
}

type Client = ReturnType<typeof useQueryClient>

/** The revision after the changes that were saved since the last render. */
const latestRevision = (client: Client, { id, revision }: StoredDashboard): number =>
  client.getQueryData<Answer<'readDashboard'>>(dashboardKey(id))?.dashboard.revision ?? revision

const show = (client: Client, dashboard: StoredDashboard) =>
  client.setQueryData<Answer<'readDashboard'>>(dashboardKey(dashboard.id), { success: true, dashboard })
