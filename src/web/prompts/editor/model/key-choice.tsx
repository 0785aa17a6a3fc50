import { useQuery } from '@tanstack/react-query'
import { inNaturalOrder } from '../../../../engine/natural-order.ts'
import { SelectField } from '../../../design/index.ts'
import { type NamedKey, namedKey } from '../../connection-in.ts'
import { KeyNote, KeysLink } from './key-note.tsx'
import { connectionsQuery, hasKey } from './queries.ts'

interface Props {
  readonly provider: string
  readonly connection: NamedKey | undefined
  readonly onConnection: ((connection: NamedKey) => void) | undefined
}

/** The provider key of the model, where there is a choice; a note where the workspace has no key. */
export function KeyChoice({ provider, connection, onConnection }: Props) {
  const { data } = useQuery(connectionsQuery)
  if (!data) return null
  if (!hasKey(data, provider)) return <KeyNote provider={provider} />
  if (!onConnection) return null
  const usable = data.connections.filter((key) => key.provider === provider || key.client === provider)
  const named = namedKey(connection)
  const chosen = usable.find(({ id, name }) => id === named || name === named)
  const hasChoice = usable.length > 1 || usable.some(({ base_url }) => base_url !== null)
  if (named === null && !hasChoice && provider !== 'custom') return null
  if (provider === 'custom' && usable.length === 0)
    return (
      <p role="status" className="text-small text-warning">
        There is no server for this model. Add an OpenAI-compatible server. <KeysLink />
      </p>
    )
  const unknown = named !== null && !chosen
  return (
    <SelectField
      label="Provider key"
      value={unknown ? 'unknown' : String(chosen?.id ?? '')}
      choices={[
        ...(provider === 'custom' && chosen ? [] : [{ value: '', label: defaultName(provider) }]),
        ...(unknown ? [{ value: 'unknown', label: `${named}, not found` }] : []),
        ...inNaturalOrder(usable, ({ name }) => name).map(({ id, name }) => ({
          value: String(id),
          label: name,
        })),
      ]}
      onChange={(next) =>
        next !== 'unknown' &&
        onConnection({ provider_id: next === '' ? null : Number(next), provider_base_url_name: null })
      }
    />
  )
}

const defaultName = (provider: string) => (provider === 'custom' ? 'Choose a server' : 'Default')
