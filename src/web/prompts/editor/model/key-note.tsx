import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { providerName } from '../../../design/index.ts'
import { lazyScreen } from '../../../shell/index.ts'
import { type NamedKey, namedKey } from '../../connection-in.ts'
import { KeysLink } from './keys-link.tsx'
import { connectionsQuery, hasKey } from './queries.ts'

/** Loaded where there is a choice, because most workspaces have one key for a provider. */
const KeyChoice = lazyScreen(() => import('./key-choice.tsx'), 'KeyChoice')

interface Props {
  readonly provider: string
  /** The provider key that the version names. */
  readonly connection?: NamedKey | undefined
  /** Absent where the key cannot be chosen. */
  readonly onConnection?: ((connection: NamedKey) => void) | undefined
}

/** Warns before a run that the workspace has no key of the provider. If it has several, the person chooses one. */
export function KeyNote({ provider, connection, onConnection }: Props) {
  const { data } = useQuery(connectionsQuery)
  if (!data) return null
  if (!hasKey(data, provider))
    return (
      <p role="status" className="text-small text-warning">
        Galley has no key of {providerName(provider)} to run this model. <KeysLink />
      </p>
    )
  const usable = data.connections.filter((key) => key.provider === provider || key.client === provider)
  const hasChoice =
    usable.length > 1 ||
    usable.some(({ base_url }) => base_url !== null) ||
    namedKey(connection) !== null ||
    provider === 'custom'
  return (
    onConnection &&
    hasChoice && (
      <Suspense>
        <KeyChoice provider={provider} usable={usable} connection={connection} onConnection={onConnection} />
      </Suspense>
    )
  )
}
