import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followChanges, useSession } from '../api/index.ts'
import { rootsTouchedBy } from './touched.ts'

/** Fetches again what others change, wherever it is shown; tells whether the server can be reached. */
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
      // Where nobody looks, it is asked when somebody does; a question that takes its time is not begun anew.
      onRequests: () => {
        if (!document.hidden)
          void client.invalidateQueries({ queryKey: ['new-requests'] }, { cancelRefetch: false })
      },
      // The log stands still then too: what has come meanwhile is behind its button.
      onGap: () =>
        void client.invalidateQueries({ predicate: ({ queryKey: [root] }) => root !== 'requests' }),
    })
  }, [client, workspace])
  return { isReachable }
}
