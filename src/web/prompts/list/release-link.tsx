import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '../../design/index.ts'
import { waitingQuery } from '../release/queries.ts'

/** A link to the pending releases; hidden if there are none. */
export function ReleaseLink() {
  const { data } = useQuery(waitingQuery)
  if (!data) return null
  return (
    <Link to="/prompts/releases" className="text-accent-ink underline">
      {data.isAll ? counted(data.count, 'release request') : `${data.count}+ release requests`}
    </Link>
  )
}
