import type { Answer } from '../api/index.ts'

type NamedConnection = Pick<Answer<'readRawTemplate'>, 'provider_id' | 'provider_base_url_name'>

/** The connection of a version, for a draft of it. */
export const connectionIn = ({ provider_id, provider_base_url_name }: NamedConnection) => ({
  ...(provider_id !== null && { provider_id }),
  ...(provider_base_url_name !== null && { provider_base_url_name }),
})
