import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Answer, call, queryOf } from '../api/index.ts'
import { toast } from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'

const pollMilliseconds = 400

export type Sample = NonNullable<Answer<'readSample'>['sample']>

/** The sample data of the workspace. It is polled while it is loaded; then every list is fetched again. */
export function useSample() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOf(['sample'], 'readSample'),
    refetchInterval: ({ state }) => (state.data?.sample?.state === 'loading' ? pollMilliseconds : false),
  })
  const state = data?.sample?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'loading' && state === 'loaded') void client.invalidateQueries()
    before.current = state
  }, [state, client])
  return data
}

export function useLoadSample() {
  const client = useQueryClient()
  return useChange(() => call('loadSample'), {
    onSuccess: (answer) => client.setQueryData(['sample'], answer),
  })
}

export function useRemoveSample() {
  const client = useQueryClient()
  return useChange(() => call('removeSample'), {
    onSuccess: ({ kept }) => {
      const names = kept.filter(({ kind }) => kind !== 'folder').map(({ name }) => name)
      toast(
        names.length === 0
          ? 'Sample removed'
          : `Sample removed, except what was changed: ${names.join(', ')}`,
      )
      void client.invalidateQueries()
    },
  })
}
