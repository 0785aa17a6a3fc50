import { useQuery } from '@tanstack/react-query'
import { type NamedKey, namedKey } from '../../connection-in.ts'
import { connectionsQuery } from './queries.ts'

interface Props {
  readonly before: NamedKey
  /** Absent: the key does not change. */
  readonly after: NamedKey | undefined
}

/** The provider key of a draft, if it is another one than that of its version. */
export function KeyChange({ before, after }: Props) {
  const { data } = useQuery(connectionsQuery)
  const nameOf = (connection: NamedKey) => {
    const named = namedKey(connection)
    return named === null ? 'Default' : (data?.connections.find(({ id }) => id === named)?.name ?? named)
  }
  if (!data || after === undefined || nameOf(before) === nameOf(after)) return null
  return (
    <p>
      Provider key: <bdi>{nameOf(before)}</bdi> → <bdi>{nameOf(after)}</bdi>
    </p>
  )
}
