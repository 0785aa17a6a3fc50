import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/index.ts'
import { Problem, SkeletonRows, Switch, toast } from '../design/index.ts'
import { Page } from '../shell/index.ts'

export function Settings() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['workspace'],
    queryFn: () => call('readWorkspace'),
  })
  const change = useMutation({
    mutationFn: (sandbox_network: boolean) =>
      call('updateWorkspace', { body: { settings: { sandbox_network } } }),
    onSuccess: (answer) => client.setQueryData(['workspace'], answer),
    onError: (problem) => toast(problem.message, { isProblem: true }),
  })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows />
  return (
    <Page title="Settings">
      <section className="mx-auto w-full max-w-[760px] p-6">
        <h2 className="mb-2 text-heading font-semibold">Code</h2>
        <div className="flex items-center gap-3 rounded-lg border bg-surface p-4">
          <div className="flex-1">
            <label htmlFor="sandbox-network" className="font-medium">
              Code may use the network
            </label>
            <p className="text-small text-ink-soft">
              Tools and code cells may fetch from public addresses. Off, they reach nothing.
            </p>
          </div>
          <Switch
            id="sandbox-network"
            checked={data.workspace.settings.sandbox_network}
            onChange={(checked) => change.mutate(checked)}
          />
        </div>
      </section>
    </Page>
  )
}
