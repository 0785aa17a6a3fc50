import { useQuery } from '@tanstack/react-query'
import { call, notifyTabs, queryOf, useSession } from '../api/index.ts'
import { Button, FormRow } from '../design/index.ts'
import { ConfirmButton, useChange } from '../dialogs/index.ts'

/** Ends the person's own membership. The only admin cannot leave. */
export function LeaveWorkspace({ name }: { readonly name: string }) {
  const session = useSession()
  const { data } = useQuery(queryOf(['members'], 'listMembers'))
  const leave = useChange(() => call('leaveWorkspace'), {
    onSuccess: () => {
      notifyTabs('moved')
      location.assign('/')
    },
  })
  if (!session?.person || !data) return null
  const admins = data.members.filter(({ role }) => role === 'admin')
  const isOnlyAdmin = admins.length === 1 && admins[0]?.person.id === session.person.id
  const consequence =
    'Your access and your personal keys end at once. Your work stays. An admin can invite you again.'
  return (
    <FormRow isDanger title="Leave workspace" help={consequence}>
      {isOnlyAdmin ? (
        <>
          <Button kind="danger" disabled className="self-start">
            Leave
          </Button>
          <p className="text-small text-ink-soft">
            You are the only admin. Make another member an admin first.
          </p>
        </>
      ) : (
        <ConfirmButton
          className="self-start"
          verb="Leave"
          name={name}
          consequence={consequence}
          onConfirm={() => leave.mutate()}
        />
      )}
    </FormRow>
  )
}
