import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { providerName } from '../../../design/index.ts'
import { connectionsQuery, hasKey } from './queries.ts'

/** Says before a run that the workspace has no key of the provider. */
export function KeyNote({ provider }: { readonly provider: string }) {
  const { data } = useQuery(connectionsQuery)
  if (!data || hasKey(data, provider)) return null
  return (
    <p role="status" className="text-small text-warning">
      Galley has no key of {providerName(provider)} to run this model. <KeysLink />
    </p>
  )
}

export const KeysLink = () => (
  <Link to="/settings/connections" className="underline">
    Provider keys
  </Link>
)
