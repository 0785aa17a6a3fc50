import { z } from 'zod'
import { answer, cleanText, named, Role, timestamp } from '../kit/index.ts'

export const publicApiPath = '/api/public/v2'
export const Email = z.email().max(254)
/** Length makes a password strong; the upper limit bounds the time to hash it. */
export const Password = z.string().min(10, 'must have at least 10 characters').max(256)
export const PersonName = cleanText.trim().min(1).max(255)

export const Person = named('Person', { id: z.uuid(), name: z.string(), email: z.string() })

export const Session = answer('SessionResponse', {
  /** Null for an API key. */
  person: Person.nullable(),
  role: Role,
  /** Rights in the whole installation; an API key has none. */
  rights: z.object({ may_make_workspaces: z.boolean(), is_installation_admin: z.boolean() }),
  workspace: z.object({ id: z.int(), name: z.string() }),
  /** All workspaces that the person is a member of. */
  workspaces: z.array(z.object({ id: z.int(), name: z.string(), role: Role })),
})

export const Member = named('Member', { person: Person, role: Role, joined_at: timestamp })

export const Invitation = named('Invitation', {
  id: z.uuid(),
  email: z.string(),
  role: Role,
  created_at: timestamp,
  expires_at: timestamp,
})
