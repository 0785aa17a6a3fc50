import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../api/index.ts'

/** People do the steps on other screens and in other programs, so the facts are polled. */
const pollMilliseconds = 3_000

const withoutSample = {
  logic: 'AND' as const,
  filters: [{ field: 'tags' as const, operator: 'not_contains' as const, value: 'sample' }],
}
/** The number of the sample's requests without the tag `sample`: those of its trace. */
const untaggedSampleRequests = 2

/** Which data a workspace has, besides the sample. */
export interface WorkspaceFacts {
  readonly hasProviderKey: boolean
  readonly hasPrompts: boolean
  readonly hasRequests: boolean
  readonly hasTables: boolean
  readonly hasTeam: boolean
}

const hasProviderKey = ({ connections, environment_providers }: Answer<'listConnections'>): boolean =>
  environment_providers.length > 0 || connections.some((connection) => connection.has_api_key)

const hasTeam = ({ members, invitations }: Answer<'listMembers'>): boolean =>
  members.length > 1 || invitations.length > 0

/** The facts; undefined while they load. A fact that is true is not polled again. */
export function useWorkspaceFacts(
  sampleAnswer: Answer<'readSample'> | undefined,
  isEnabled: boolean,
): WorkspaceFacts | undefined {
  const sample = sampleAnswer?.sample ?? null
  const {
    prompt_ids: samplePrompts = [],
    request_ids: sampleRequests = [],
    table_id: sampleTable = null,
  } = sample ?? {}
  const pollUntil = (isTrue: boolean) => (isTrue || !isEnabled ? false : pollMilliseconds)
  const whenSampleIsKnown = isEnabled && sampleAnswer !== undefined
  const connections = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('listConnections'),
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => pollUntil(data !== undefined && hasProviderKey(data)),
  })
  const members = useQuery({
    queryKey: ['members'],
    queryFn: () => call('listMembers'),
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => pollUntil(data !== undefined && hasTeam(data)),
  })
  const { data: hasPrompts } = useQuery({
    queryKey: ['prompts', 'any', samplePrompts],
    queryFn: async () => {
      const { prompts } = await call('listPrompts', { query: { per_page: samplePrompts.length + 1 } })
      return prompts.some(({ id }) => !samplePrompts.includes(id))
    },
    enabled: whenSampleIsKnown,
    refetchInterval: ({ state }) => pollUntil(state.data === true),
  })
  const { data: hasRequests } = useQuery({
    queryKey: ['requests', 'any', sampleRequests.length],
    queryFn: async ({ client, queryKey }) => {
      const { items } = await call('searchRequests', {
        body: { per_page: untaggedSampleRequests + 1, ...(sample && { filter_group: withoutSample }) },
      })
      const isAny = items.some(({ id }) => !sampleRequests.includes(id))
      // The figures below the steps appear with the first request.
      if (isAny && client.getQueryData(queryKey) === false)
        void client.invalidateQueries({ queryKey: ['analytics'] })
      return isAny
    },
    enabled: whenSampleIsKnown,
    refetchInterval: ({ state }) => pollUntil(state.data === true),
  })
  const { data: hasTables } = useQuery({
    queryKey: ['tables', 'any', sampleTable],
    queryFn: async () => {
      const { data } = await call('listTables', { query: { limit: 2 } })
      return data.some(({ id }) => id !== sampleTable)
    },
    enabled: whenSampleIsKnown,
    refetchInterval: ({ state }) => pollUntil(state.data === true),
  })
  if (!connections.data || !members.data) return undefined
  if (hasPrompts === undefined || hasRequests === undefined || hasTables === undefined) return undefined
  return {
    hasProviderKey: hasProviderKey(connections.data),
    hasPrompts,
    hasRequests,
    hasTables,
    hasTeam: hasTeam(members.data),
  }
}
