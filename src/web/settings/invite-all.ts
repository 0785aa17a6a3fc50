import type { Role } from '../../engine/roles.ts'
import { call } from '../api/index.ts'

export interface Invited {
  readonly links: readonly { readonly email: string; readonly link: string }[]
  /** Addresses that were refused; the links of the others are valid. */
  readonly refused: readonly { readonly email: string; readonly reason: string }[]
}

/** Invites addresses one by one. @throws the first error if no address could be invited. */
export async function inviteAll(addresses: string, role: Role): Promise<Invited> {
  const emails = [...new Set(addresses.split(/[\s,;]+/).filter((email) => email !== ''))]
  const links: Invited['links'][number][] = []
  const refused: Invited['refused'][number][] = []
  let firstError: unknown
  for (const email of emails)
    try {
      const { path } = await call('invite', { body: { email, role } })
      links.push({ email, link: location.origin + path })
    } catch (error) {
      firstError ??= error
      refused.push({ email, reason: (error as Error).message })
    }
  if (links.length === 0) throw firstError
  return { links, refused }
}
