import type { Role } from '../../engine/roles.ts'
import { type Answer, call } from '../api/index.ts'

export interface Invited {
  readonly links: readonly { readonly email: string; readonly link: string }[]
  /** Addresses that were refused; the links of the others are valid. */
  readonly refused: readonly { readonly email: string; readonly reason: string }[]
}

/** The link that an answer shows once. */
export const linkOf = ({ invitation: { email }, path }: Answer<'invite'>): Invited['links'][number] => ({
  email,
  link: location.origin + path,
})

/** The addresses of a text, also if they come as mail programs copy them: `"Hopper, Grace" <grace@example.com>`. */
const addressesIn = (text: string): readonly string[] => {
  const inBrackets = [...text.matchAll(/<([^<>]*)>/g)].map(([, address]) => address!)
  const outside = text.replaceAll(/("[^"]*"|[^,;<>"])*<[^<>]*>/g, ' ')
  return [...inBrackets, ...outside.split(/[\s,;]+/)].filter((address) => address.trim() !== '')
}

/** Invites addresses one by one. @throws the first error if no address could be invited. */
export async function inviteAll(addresses: string, role: Role): Promise<Invited> {
  const emails = [...new Set(addressesIn(addresses))]
  const links: Invited['links'][number][] = []
  const refused: Invited['refused'][number][] = []
  let firstError: unknown
  for (const email of emails)
    try {
      links.push(linkOf(await call('invite', { body: { email, role } })))
    } catch (error) {
      firstError ??= error
      refused.push({ email, reason: (error as Error).message })
    }
  if (links.length === 0) throw firstError
  return { links, refused }
}
