import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, queryOf } from '../api/index.ts'

export type Run = Answer<'readWorkflowRun'>['run']
export type WorkflowLabel = Answer<'listWorkflowLabels'>['release_labels'][number]
export type NodeResult = Run['nodes'][number]

const pollMilliseconds = 500

/** All queries of one workflow are under this key. */
export const workflowKey = (id: number) => ['workflow', id] as const

export const versionQuery = (id: number, version: number | undefined) =>
  queryOptions({
    ...queryOf([...workflowKey(id), 'version', version ?? 'latest'], 'readWorkflow', {
      params: { workflow_id_or_name: String(id) },
      query: version === undefined ? {} : { version },
    }),
    placeholderData: undefined,
  })

export const versionsQuery = (id: number) =>
  queryOptions(
    queryOf([...workflowKey(id), 'versions'], 'listWorkflowVersions', {
      params: { workflow_id_or_name: String(id) },
      query: { limit: 100 },
    }),
  )

export const labelsQuery = (id: number) =>
  queryOptions(
    queryOf([...workflowKey(id), 'labels'], 'listWorkflowLabels', {
      params: { workflow_id_or_name: String(id) },
    }),
  )

export const runsQuery = (id: number, limit: number) =>
  queryOptions({
    ...queryOf([...workflowKey(id), 'runs', limit], 'listWorkflowRuns', {
      query: { workflow_id: id, limit },
    }),
    placeholderData: undefined,
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') ? pollMilliseconds * 4 : false,
  })

/** A run, polled until it ends. */
export const runQuery = (run: number) =>
  queryOptions({
    queryKey: ['workflow-run', run],
    queryFn: async ({ signal }) =>
      (await call('readWorkflowRun', { params: { workflow_version_execution_id: run }, signal })).run,
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMilliseconds : false),
  })
