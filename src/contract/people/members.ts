import { z } from 'zod'
import { Deleted, defineEndpoint, namedErrors, Role, standardErrors, timestamp } from '../kit/index.ts'
import { Email, Invitation, Member, Password, PersonName, path, Session } from './fields.ts'

const tags = ['people'] as const
const PersonId = z.object({ person_id: z.uuid().meta({ entity: 'person' }) })
const InvitationId = z.object({ invitation_id: z.uuid().meta({ entity: 'invitation' }) })
const anyone = '01890000-0000-7000-8000-000000000001'

export const listMembers = defineEndpoint({
  id: 'list_members',
  method: 'get',
  path: `${path}/members`,
  summary: 'List the people of the workspace, and who is invited',
  tags,
  auth: 'header',
  success: {
    200: z
      .object({
        success: z.literal(true),
        members: z.array(Member),
        invitations: z.array(Invitation),
      })
      .meta({ id: 'MembersResponse' }),
  },
  errors: standardErrors,
  example: {},
})

export const changeMember = defineEndpoint({
  id: 'change_member',
  method: 'patch',
  path: `${path}/members/{person_id}`,
  summary: 'Give a member another role',
  description: 'The last admin stays one.',
  tags,
  auth: 'header',
  role: 'admin',
  params: PersonId,
  body: z.strictObject({ role: Role }),
  success: { 200: z.object({ success: z.literal(true), member: Member }).meta({ id: 'MemberResponse' }) },
  errors: namedErrors,
  example: { params: { person_id: anyone }, body: { role: 'publisher' } },
})

export const removeMember = defineEndpoint({
  id: 'remove_member',
  method: 'delete',
  path: `${path}/members/{person_id}`,
  summary: 'Take a person out of the workspace',
  tags,
  auth: 'header',
  role: 'admin',
  params: PersonId,
  success: { 200: Deleted },
  errors: namedErrors,
  example: { params: { person_id: anyone } },
})

export const invite = defineEndpoint({
  id: 'invite',
  method: 'post',
  path: `${path}/invitations`,
  summary: 'Invite somebody; the link is shown once and holds for seven days',
  tags,
  auth: 'header',
  role: 'admin',
  body: z.strictObject({ email: Email, role: Role }),
  success: {
    201: z
      .object({ success: z.literal(true), invitation: Invitation, token: z.string(), path: z.string() })
      .meta({ id: 'InvitationResponse' }),
  },
  unrecorded: ['token', 'path'],
  errors: namedErrors,
  example: { body: { email: 'grace@example.com', role: 'contributor' } },
})

export const withdrawInvitation = defineEndpoint({
  id: 'withdraw_invitation',
  method: 'delete',
  path: `${path}/invitations/{invitation_id}`,
  summary: 'Withdraw an invitation',
  tags,
  auth: 'header',
  role: 'admin',
  params: InvitationId,
  success: { 200: Deleted },
  errors: standardErrors,
  example: { params: { invitation_id: anyone } },
})

const token = z.string().max(100)

export const readInvitation = defineEndpoint({
  id: 'read_invitation',
  method: 'post',
  path: `${path}/invitations/read`,
  summary: 'What an invitation is to, for whoever holds its token',
  description: 'The token travels in the body, so that it stands in no log of addresses.',
  tags,
  auth: 'none',
  audited: false,
  unrecorded: ['token'],
  body: z.strictObject({ token }),
  success: {
    200: z
      .object({
        success: z.literal(true),
        workspace: z.object({ name: z.string() }),
        email: z.string(),
        role: Role,
        /** The name of the person who invited; null when a program did. */
        invited_by: z.string().nullable(),
        expires_at: timestamp,
        /** The address has an account: its password is what it takes to join. */
        has_account: z.boolean(),
      })
      .meta({ id: 'InvitationReadResponse' }),
  },
  errors: standardErrors,
  example: { body: { token: 'from-the-link' } },
})

export const acceptInvitation = defineEndpoint({
  id: 'accept_invitation',
  method: 'post',
  path: `${path}/invitations/accept`,
  summary: 'Join by an invitation',
  description:
    'Somebody new gives a name and chooses a password; somebody who has an account proves it with its password.',
  tags,
  auth: 'none',
  unrecorded: ['token', 'password'],
  body: z.strictObject({
    token,
    name: PersonName.optional(),
    password: Password,
  }),
  success: { 200: Session },
  errors: standardErrors,
  example: { body: { token: 'from-the-link', name: 'Grace', password: 'a long passphrase' } },
})
