import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges, useSession } from '../api/index.ts'
import { rootsTouchedBy } from './touched.ts'

/** What others change is asked for again wherever it is shown. */
export function useChanges(): void {
  const client = useQueryClient()
  const workspace = useSession()?.workspace.id
  useEffect(() => {
    if (workspace === undefined) return
    return followChanges(workspace, {
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
}
