import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followChanges, invalidate, useSession } from '../api/index.ts'
import { rootsTouchedBy } from './invalidated-roots.ts'

/** Refetches shown data when it changes on the server; returns whether the server can be reached. */
export function useServerChanges(): { readonly isReachable: boolean } {
  const client = useQueryClient()
  const workspace = useSession()?.workspace.id
  const [isReachable, setReachable] = useState(true)
  useEffect(() => {
    if (workspace === undefined) return
    return followChanges(workspace, {
      onReachable: setReachable,
      onChange: ({ operation }) => {
        void invalidate(...rootsTouchedBy(operation))
      },
      // In a hidden tab nothing is fetched until the tab is shown. Queries that are already running are not
      // restarted.
      onRequests: () => {
        if (!document.hidden)
          void client.invalidateQueries({ queryKey: ['new-requests'] }, { cancelRefetch: false })
      },
      // The request log is left out: new requests are listed after a click on its button.
      onGap: () =>
        void client.invalidateQueries({ predicate: ({ queryKey: [root] }) => root !== 'requests' }),
    })
  }, [client, workspace])
  return { isReachable }
}
