import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followChanges, useSession } from '../api/index.ts'
import { rootsTouchedBy } from './touched.ts'

/** Refetches shown data that others change; returns whether the server can be reached. */
export function useChanges(): { readonly isReachable: boolean } {
  const client = useQueryClient()
  const workspace = useSession()?.workspace.id
  const [isReachable, setReachable] = useState(true)
  useEffect(() => {
    if (workspace === undefined) return
    return followChanges(workspace, {
      onReachable: setReachable,
      onChange: ({ operation }) => {
        for (const root of rootsTouchedBy(operation)) void client.invalidateQueries({ queryKey: [root] })
      },
      // Hidden data is refetched when it is shown; running queries are not restarted.
      onRequests: () => {
        if (!document.hidden)
          void client.invalidateQueries({ queryKey: ['new-requests'] }, { cancelRefetch: false })
      },
      // The request log is not refetched either: new requests are behind its button.
      onGap: () =>
        void client.invalidateQueries({ predicate: ({ queryKey: [root] }) => root !== 'requests' }),
    })
  }, [client, workspace])
  return { isReachable }
}
