import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { continueAs, notifyTabs, type Session } from '../api/index.ts'
import { closeToasts } from '../design/index.ts'

/**
 * Continues as the person who signed in, and drops the cached data of the previous person. `back` is the address to open;
 * addresses of other servers lead to Home.
 */
export function useEnter() {
  const client = useQueryClient()
  const router = useRouter()
  return (session: Session, back: string) => {
    continueAs(client, session)
    closeToasts()
    notifyTabs('moved')
    router.history.push(isOfThisServer(back) ? back : '/')
  }
}

const isOfThisServer = (address: string): boolean =>
  URL.parse(address, location.origin)?.origin === location.origin
