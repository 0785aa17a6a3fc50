import { z } from 'zod'
import { answer, Deleted, endpointsOf, namedErrors, Role, timestamp } from '../kit/index.ts'
import { Email, Invitation, Member, Password, PersonName, publicApiPath, Session } from './fields.ts'

const define = endpointsOf({ tags: ['people'] })
const PersonId = z.object({ person_id: z.uuid().meta({ entity: 'person' }) })
const InvitationId = z.object({ invitation_id: z.uuid().meta({ entity: 'invitation' }) })
const exampleId = '01890000-0000-7000-8000-000000000001'

export const listMembers = define({
  id: 'list_members',
  get: `${publicApiPath}/members`,
  summary: 'List the members of the workspace, and pending invitations',
  success: { 200: answer('MembersResponse', { members: z.array(Member), invitations: z.array(Invitation) }) },
  example: {},
})

export const changeMember = define({
  id: 'change_member',
  patch: `${publicApiPath}/members/{person_id}`,
  summary: 'Change the role of a member',
  description: 'The last admin cannot get another role.',
  role: 'admin',
  params: PersonId,
  body: z.strictObject({ role: Role }),
  success: { 200: answer('MemberResponse', { member: Member }) },
  errors: namedErrors,
  example: { params: { person_id: exampleId }, body: { role: 'publisher' } },
})

export const removeMember = define({
  id: 'remove_member',
  delete: `${publicApiPath}/members/{person_id}`,
  summary: 'Remove a person from the workspace',
  role: 'admin',
  params: PersonId,
  success: { 200: Deleted },
  errors: namedErrors,
  example: { params: { person_id: exampleId } },
})

export const invite = define({
  id: 'invite',
  post: `${publicApiPath}/invitations`,
  summary: 'Invite a person; the link is shown once and expires after seven days',
  role: 'admin',
  body: z.strictObject({ email: Email, role: Role }),
  success: {
    201: answer('InvitationResponse', { invitation: Invitation, token: z.string(), path: z.string() }),
  },
  unauditedFields: ['token', 'path'],
  errors: namedErrors,
  example: { body: { email: 'grace@example.com', role: 'contributor' } },
})

export const renewInvitation = define({
  id: 'renew_invitation',
  post: `${publicApiPath}/invitations/{invitation_id}/renew`,
  summary: 'Make a new link for an invitation; it is shown once and expires after seven days',
  description: 'The old link ends with this call.',
  role: 'admin',
  params: InvitationId,
  success: {
    200: answer('InvitationRenewedResponse', { invitation: Invitation, token: z.string(), path: z.string() }),
  },
  unauditedFields: ['token', 'path'],
  errors: namedErrors,
  example: { params: { invitation_id: exampleId } },
})

export const withdrawInvitation = define({
  id: 'withdraw_invitation',
  delete: `${publicApiPath}/invitations/{invitation_id}`,
  summary: 'Withdraw an invitation',
  role: 'admin',
  params: InvitationId,
  success: { 200: Deleted },
  example: { params: { invitation_id: exampleId } },
})

const token = z.string().max(100)

export const readInvitation = define({
  id: 'read_invitation',
  post: `${publicApiPath}/invitations/read`,
  summary: 'Read an invitation by its token',
  description: 'The token is in the body, so that no log of addresses holds it.',
  auth: 'none',
  audited: false,
  unauditedFields: ['token'],
  body: z.strictObject({ token }),
  success: {
    200: answer('InvitationReadResponse', {
      workspace: z.object({ name: z.string() }),
      email: z.string(),
      role: Role,
      /** The name of the person who sent the invitation; null for an API key. */
      invited_by: z.string().nullable(),
      expires_at: timestamp,
      /** The e-mail address has an account; joining then takes that account's password. */
      has_account: z.boolean(),
    }),
  },
  example: { body: { token: 'from-the-link' } },
})

export const acceptInvitation = define({
  id: 'accept_invitation',
  post: `${publicApiPath}/invitations/accept`,
  summary: 'Accept an invitation',
  description:
    'A new person sends a name and chooses a password; a person with an account sends its password.',
  auth: 'none',
  unauditedFields: ['token', 'password'],
  body: z.strictObject({
    token,
    name: PersonName.optional(),
    password: Password,
  }),
  success: { 200: Session },
  example: { body: { token: 'from-the-link', name: 'Grace', password: 'a long passphrase' } },
})
