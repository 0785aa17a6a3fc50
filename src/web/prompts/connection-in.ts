import type { Version } from '../../engine/template/diff/index.ts'
import type { Answer } from '../api/index.ts'

type NamedConnection = Pick<Answer<'readRawTemplate'>, 'provider_id' | 'provider_base_url_name'>

/** The connection of a version, for a draft of it. */
export const connectionIn = ({ provider_id, provider_base_url_name }: NamedConnection): NamedKey => ({
  ...(provider_id !== null && { provider_id }),
  ...(provider_base_url_name !== null && { provider_base_url_name }),
})

/** The provider key that a version names. An id wins over a name; without both, the default key is used. */
export type NamedKey = Partial<NamedConnection>

/** A version that is edited. Without a connection it has that of its base. */
export interface Draft extends Version {
  readonly connection?: NamedKey
}

/** The id or the name of the named key; null for the default key. */
export const namedKey = (connection: NamedKey = {}): number | string | null =>
  connection.provider_id ?? connection.provider_base_url_name ?? null
