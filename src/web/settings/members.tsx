import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../engine/roles.ts'
import { call, queryOf, roleNames, useMay, useSession } from '../api/index.ts'
import { Badge, Button, counted, PageSearch, TextField, Time } from '../design/index.ts'
import { FormDialog, RowConfirmButton, useChange, useFormChange } from '../dialogs/index.ts'
import { UserPlus } from '../icons/index.ts'
import { type Invited, inviteAll, linkOf } from './invite-all.ts'
import { InvitedDialog } from './invited-dialog.tsx'
import { RoleField, RoleSelect } from './role-select.tsx'
import { Part, PersonCell, Rows, Section } from './section.tsx'

/** A list of so many members needs no search. */
const maxMembersWithoutSearch = 8

export function Members() {
  const { data, error, refetch } = useQuery(queryOf(['members'], 'listMembers'))
  const isAdmin = useMay('admin')
  const self = useSession()?.person?.id
  const isOnlyAdmin = data?.members.filter(({ role: memberRole }) => memberRole === 'admin').length === 1
  const [find, setFind] = useState<string>()
  const words = (find ?? '').toLowerCase()
  const shown = (data?.members ?? []).filter(({ person }) =>
    `${person.name} ${person.email}`.toLowerCase().includes(words),
  )
  const [isInviting, setInviting] = useState(false)
  const [role, setRole] = useState<Role>('contributor')
  const [invited, setInvited] = useState<Invited | null>(null)
  const invite = useFormChange((emails: string) => inviteAll(emails, role), {
    keys: ['members'],
    onSuccess: (answer) => {
      setInviting(false)
      setInvited(answer)
    },
  })
  const change = useChange(
    (change: { id: string; role: Role }) =>
      call('changeMember', { params: { person_id: change.id }, body: { role: change.role } }),
    { keys: ['members'], done: 'Role changed' },
  )
  const remove = useChange((id: string) => call('removeMember', { params: { person_id: id } }), {
    keys: ['members'],
    done: 'Member removed',
  })
  const withdraw = useChange((id: string) => call('withdrawInvitation', { params: { invitation_id: id } }), {
    keys: ['members'],
    done: 'Invitation withdrawn',
  })
  const renew = useChange(
    async (id: string): Promise<Invited> => ({
      links: [linkOf(await call('renewInvitation', { params: { invitation_id: id } }))],
      refused: [],
    }),
    { keys: ['members'], onSuccess: setInvited },
  )
  return (
    <Section
      title="Members"
      changedBy="admin"
      word="Role"
      about={
        data
          ? `${counted(data.members.length, 'member')} of this workspace. A role says what a member may do.`
          : 'The members of this workspace, and their roles.'
      }
      query={{ data, error, refetch }}
      action={
        isAdmin && (
          <Button kind="primary" onClick={() => setInviting(true)}>
            <UserPlus />
            Invite
          </Button>
        )
      }
    >
      {data && data.members.length > maxMembersWithoutSearch && (
        <PageSearch
          label="Find a member"
          placeholder="Find by name or e-mail"
          value={find}
          onChange={setFind}
        />
      )}
      <Rows
        label="Members"
        heads={['Member', 'Joined', 'Role', '']}
        rows={shown}
        keyOf={({ person }) => person.id}
        empty="No member has this name or address."
        cells={({ person, role: memberRole, joined_at }) => [
          <PersonCell
            key="name"
            name={person.name}
            email={person.email}
            badge={person.id === self && <Badge>You</Badge>}
          />,
          <Time key="joined" at={joined_at} />,
          isOnlyAdmin && memberRole === 'admin' ? (
            <span key="role" className="flex items-center gap-1.5 text-small text-ink-soft">
              <Badge>{roleNames.admin}</Badge>
              {isAdmin && 'the only one'}
            </span>
          ) : isAdmin ? (
            <RoleSelect
              key="role"
              label={`Role of ${person.name}`}
              value={memberRole}
              onChange={(next) => change.mutate({ id: person.id, role: next })}
            />
          ) : (
            <Badge key="role">{roleNames[memberRole]}</Badge>
          ),
          isAdmin && person.id !== self && (
            <RowConfirmButton
              key="remove"
              verb="Remove"
              name={person.name}
              consequence="They are signed out of this workspace at once. Their work stays."
              onConfirm={() => remove.mutate(person.id)}
            />
          ),
        ]}
      />
      {data && data.invitations.length > 0 && (
        <Part
          title="Invited"
          about="Links that were not used yet. A link works once, and ends after seven days."
        >
          <Rows
            label="Invitations"
            heads={['E-mail', 'Role', 'Link ends', '']}
            rows={data.invitations}
            keyOf={({ id }) => id}
            empty=""
            cells={(invitation) => [
              <bdi key="email">{invitation.email}</bdi>,
              <Badge key="role">{roleNames[invitation.role]}</Badge>,
              <Time key="until" at={invitation.expires_at} />,
              isAdmin && (
                <span key="actions" className="inline-flex gap-1">
                  <Button
                    size="small"
                    aria-label={`New link for ${invitation.email}`}
                    isBusy={renew.isPending && renew.variables === invitation.id}
                    onClick={() => renew.mutate(invitation.id)}
                  >
                    New link
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Withdraw the invitation of ${invitation.email}`}
                    onClick={() => withdraw.mutate(invitation.id)}
                  >
                    Withdraw
                  </Button>
                </span>
              ),
            ]}
          />
        </Part>
      )}
      {isInviting && (
        <FormDialog
          title="Invite members"
          description="Galley sends no e-mail. You get a link for each person, which is valid for seven days. Send it to them."
          verb="Create links"
          state={invite}
          onSubmit={({ email = '' }) => invite.mutate(email)}
          onClose={() => setInviting(false)}
        >
          <TextField
            label="E-mail"
            name="email"
            type="email"
            multiple
            required
            hint="For several people with the same role, separate the addresses with commas."
            autoFocus
          />
          <RoleField value={role} onChange={setRole} />
        </FormDialog>
      )}
      {invited && <InvitedDialog invited={invited} onDone={() => setInvited(null)} />}
    </Section>
  )
}
