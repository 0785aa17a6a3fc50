import { useQuery } from '@tanstack/react-query'
import { reasonToRequest } from '../../../engine/release/protection.ts'
import { useSession } from '../../api/index.ts'
import { protectedLabelsQuery } from './queries.ts'

/** Why this person must request a release instead of moving the label; null if moving is allowed. */
export function useRequestReason(): (label: string) => string | null {
  const session = useSession()
  const { data = [] } = useQuery(protectedLabelsQuery)
  return (label) => {
    const rule = data.find(({ name }) => name === label)
    return reasonToRequest(session?.role ?? 'viewer', label, rule && { needsTwoApprovers: rule.takes_two })
  }
}
