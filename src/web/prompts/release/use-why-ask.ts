import { useQuery } from '@tanstack/react-query'
import { whyAsk } from '../../../engine/release/protection.ts'
import { useSession } from '../../api/index.ts'
import { protectedLabelsQuery } from './queries.ts'

/** Why this person asks for a release of a label instead of placing it; null where it may be placed. */
export function useWhyAsk(): (label: string) => string | null {
  const session = useSession()
  const { data = [] } = useQuery(protectedLabelsQuery)
  return (label) => {
    const found = data.find(({ name }) => name === label)
    return whyAsk(session?.role ?? 'viewer', label, found && { takesTwo: found.takes_two })
  }
}
