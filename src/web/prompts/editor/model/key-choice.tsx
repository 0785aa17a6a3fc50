import { inNaturalOrder } from '../../../../engine/natural-order.ts'
import type { Answer } from '../../../api/index.ts'
import { SelectField } from '../../../design/index.ts'
import { type NamedKey, namedKey } from '../../connection-in.ts'
import { KeysLink } from './keys-link.tsx'

interface Props {
  readonly provider: string
  /** The keys that can call the provider. */
  readonly usable: Answer<'listConnections'>['connections']
  readonly connection: NamedKey | undefined
  readonly onConnection: (connection: NamedKey) => void
}

/** The choice of the provider key that a version names. */
export function KeyChoice({ provider, usable, connection, onConnection }: Props) {
  const named = namedKey(connection)
  const chosen = usable.find(({ id, name }) => id === named || name === named)
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
