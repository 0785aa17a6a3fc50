import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { call, continueAs, notifyTabs, roleNames, type Session, useSession } from '../api/index.ts'
import { Button, closeToasts, Menu, MenuItem, toast } from '../design/index.ts'
import { afterAsking, useChange } from '../dialogs/values.ts'
import { Check, ChevronsUpDown, Plus } from '../icons/index.ts'
import { lazyScreen } from './lazy-screen.ts'

const NewWorkspace = lazyScreen(() => import('./new-workspace.tsx'), 'NewWorkspace')

/** The workspace of this tab, and the others that the person is a member of. */
export function WorkspaceMenu() {
  const session = useSession()
  const router = useRouter()
  const client = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const goOn = (next: Session) => {
    continueAs(client, next)
    notifyTabs('moved')
    setCreating(false)
    closeToasts()
    toast(`You are in ${next.workspace.name}`)
    router.history.push('/', undefined, { ignoreBlocker: true })
  }
  const switching = useChange((workspace_id: number) => call('switchWorkspace', { body: { workspace_id } }), {
    onSuccess: goOn,
  })
  return (
    <>
      <Menu
        trigger={
          <Button
            kind="quiet"
            aria-label={`Workspace ${session?.workspace.name ?? ''}`}
            className="h-8 min-w-0 shrink justify-start px-2 max-[1100px]:px-1.5"
          >
            <img src="/icon.svg" alt="" className="size-5" />
            <span className="truncate text-ink max-[1100px]:hidden">{session?.workspace.name}</span>
            <ChevronsUpDown className="ml-auto max-[1100px]:hidden" />
          </Button>
        }
      >
        {session?.workspaces.map(({ id, name, role }) => (
          <MenuItem
            key={id}
            onSelect={() => id !== session.workspace.id && afterAsking(() => switching.mutate(id))}
          >
            <span className="max-w-60 truncate">{name}</span>
            <span className="text-ink-faint">{roleNames[role]}</span>
            {id === session.workspace.id && <Check className="ml-auto" aria-label="here" />}
          </MenuItem>
        ))}
        {session?.rights.may_make_workspaces && (
          <MenuItem onSelect={() => afterAsking(() => setCreating(true))}>
            <Plus />
            New workspace
          </MenuItem>
        )}
      </Menu>
      <Suspense>{isCreating && <NewWorkspace onMade={goOn} onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}
