import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { goOnAs, notifyTabs, type Session } from '../api/index.ts'
import { closeToasts } from '../design/index.ts'

/**
 * Continues as the person who signed in, and drops the cached data of the former one. `back` must be a path
 * of this server.
 */
export function useEnter() {
  const client = useQueryClient()
  const router = useRouter()
  return (session: Session, back: string) => {
    goOnAs(client, session)
    closeToasts()
    notifyTabs('moved')
    router.history.push(isHere(back) ? back : '/')
  }
}

const isHere = (address: string): boolean => new URL(address, location.origin).origin === location.origin
