import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call, continueAs, notifyTabs, type Session, sessionQuery } from '../api/index.ts'
import { Button, closeToasts, Dialog, Problem } from '../design/index.ts'

interface Props {
  readonly from: Session
  readonly to: Session
}

/**
 * Shown after another tab changed the workspace of the shared session, because input here would be saved in
 * that workspace.
 */
export function MovedToWorkspace({ from, to }: Props) {
  const router = useRouter()
  const client = useQueryClient()
  const back = useMutation({
    mutationFn: () => call('switchWorkspace', { body: { workspace_id: from.workspace.id } }),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      notifyTabs('moved')
      await client.invalidateQueries()
    },
  })
  const continueInWorkspace = () => {
    continueAs(client, to)
    closeToasts()
    router.history.push('/', undefined, { ignoreBlocker: true })
  }
  const isOtherPerson = from.person?.id !== to.person?.id
  // The workspace of this tab was deleted, or the person left it in another tab.
  const isGone = !isOtherPerson && to.workspaces.every(({ id }) => id !== from.workspace.id)
  const destination = isOtherPerson ? (to.person?.name ?? 'another person') : to.workspace.name
  return (
    <Dialog
      title={
        isOtherPerson
          ? `You are ${destination} in another tab`
          : isGone
            ? `You have no access to ${from.workspace.name} any more`
            : `You went to ${destination} in another tab`
      }
      description={`This tab still shows ${from.workspace.name}.${isGone ? '' : ' Your input in it is kept.'}`}
      actions={
        <>
          <Button onClick={continueInWorkspace}>
            Go on {isOtherPerson ? 'as' : 'in'} {destination}
          </Button>
          {!isOtherPerson && !isGone && (
            <Button kind="primary" isBusy={back.isPending} onClick={() => back.mutate()}>
              Back to {from.workspace.name}
            </Button>
          )}
        </>
      }
    >
      {back.error && <Problem error={back.error} className="m-0 mb-3" />}
      <p>
        {isGone
          ? 'The workspace was deleted, or you left it.'
          : 'All tabs of a browser use one workspace. This tab saves nothing until you choose one.'}
      </p>
    </Dialog>
  )
}
