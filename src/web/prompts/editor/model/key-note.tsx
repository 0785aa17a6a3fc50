import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Answer, call } from '../../../api/index.ts'
import { providerName } from '../../../design/index.ts'

type Connections = Answer<'listConnections'>

/** A custom provider is chosen by its connection, which may have no key. */
const hasKey = ({ connections, environment_providers }: Connections, provider: string): boolean =>
  provider === 'custom' ||
  environment_providers.includes(provider) ||
  connections.some((connection) => connection.provider === provider)

/** Says before a run that the workspace has no key of the provider. */
export function KeyNote({ provider }: { readonly provider: string }) {
  const { data } = useQuery({ queryKey: ['connections'], queryFn: () => call('listConnections') })
  if (!data || hasKey(data, provider)) return null
  return (
    <p role="status" className="text-small text-warning">
      Galley has no key of {providerName(provider)} to run this model.{' '}
      <Link to="/settings/connections" className="underline">
        Provider keys
      </Link>
    </p>
  )
}
