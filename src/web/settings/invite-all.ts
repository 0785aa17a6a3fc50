import type { Role } from '../../engine/roles.ts'
import { call } from '../api/index.ts'

export interface Invited {
  /** One line for each address: the link alone, or the address and its link. */
  readonly links: string
  /** Addresses that were refused, with the reason; the links of the others are valid. */
  readonly refused: readonly string[]
}

/** Invites addresses one by one. @throws the refusal if none of them could be invited. */
export async function inviteAll(written: string, role: Role): Promise<Invited> {
  const emails = [...new Set(written.split(/[\s,;]+/).filter((email) => email !== ''))]
  const links: string[] = []
  const refused: string[] = []
  let first: unknown
  for (const email of emails)
    try {
      const { path } = await call('invite', { body: { email, role } })
      const link = location.origin + path
      links.push(emails.length === 1 ? link : `${email} ${link}`)
    } catch (error) {
      first ??= error
      refused.push(`${email}: ${(error as Error).message}`)
    }
  if (links.length === 0) throw first
  return { links: links.join('\n'), refused }
}
