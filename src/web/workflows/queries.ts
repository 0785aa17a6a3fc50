import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
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

const perPage = 100

export const versionsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...workflowKey(id), 'versions'],
    queryFn: ({ pageParam: before, signal }) =>
      call('listWorkflowVersions', {
        params: { workflow_id_or_name: String(id) },
        query: { limit: perPage, before },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ versions }) => (versions.length < perPage ? undefined : versions.at(-1)?.version),
  })

/** The number of the latest version. */
export const latestOf = (data: InfiniteData<Answer<'listWorkflowVersions'>> | undefined) =>
  data?.pages[0]?.versions[0]?.version

export const labelsQuery = (id: number) =>
  queryOptions(
    queryOf([...workflowKey(id), 'labels'], 'listWorkflowLabels', {
      params: { workflow_id_or_name: String(id) },
    }),
  )

const isRunning = ({ runs }: Answer<'listWorkflowRuns'>) => runs.some(({ state }) => state === 'running')

export const runsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...workflowKey(id), 'runs', 'all'],
    queryFn: ({ pageParam: before, signal }) =>
      call('listWorkflowRuns', { query: { workflow_id: id, limit: perPage, before }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ runs }) => (runs.length < perPage ? undefined : runs.at(-1)?.id),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(isRunning) ? pollMilliseconds * 4 : false),
  })

export const lastRunQuery = (id: number) =>
  queryOptions({
    ...queryOf([...workflowKey(id), 'runs', 'last'], 'listWorkflowRuns', {
      query: { workflow_id: id, limit: 1 },
    }),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMilliseconds * 4 : false),
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
