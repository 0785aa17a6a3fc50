import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, useMay } from '../api/index.ts'
import {
  Button,
  ConfirmByName,
  copyText,
  loadPart,
  Menu,
  MenuItem,
  MenuSeparator,
  toastProblem,
} from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { Ellipsis } from '../icons/index.ts'
import type { Playground } from './content.ts'
import { duplicatePlayground } from './queries.ts'
import type { Bench } from './variant.ts'

interface Props {
  readonly bench: Bench
  /** Null for an unsaved playground. */
  readonly saved: Playground | null
  /** Null if a value is invalid. */
  readonly onTable: (() => void) | null
  readonly onRename: () => void
}

/** Actions for the whole playground. */
export function PlaygroundMenu({ bench, saved, onTable, onRename }: Props) {
  const navigate = useNavigate()
  const mayChange = useMay('contributor')
  const [isDeleting, setDeleting] = useState(false)
  const duplicate = useChange(() => duplicatePlayground(saved!.id), {
    keys: [['playgrounds', 'list']],
    done: ({ name }) => `${name} created`,
    onSuccess: ({ id }) => void navigate({ to: '/playground', search: { id } }),
  })
  const remove = useChange(() => call('deletePlayground', { params: { playground_id: saved!.id } }), {
    keys: [['playgrounds', 'list']],
    done: () => `${saved!.name} deleted`,
  })
  /**
   * Leaves the screen first, because the screen refetches its playground at each change and would ask for the deleted one.
   */
  const leaveAndDelete = async () => {
    await navigate({ to: '/playground/saved' })
    remove.mutate()
  }
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" aria-label="More for this playground">
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem onSelect={() => void (saved ? copyAddress(saved.id) : copyLink(bench).catch(toastProblem))}>
          Copy link
        </MenuItem>
        {mayChange && (
          <MenuItem disabled={!onTable} onSelect={() => onTable?.()}>
            Make a table
          </MenuItem>
        )}
        {saved && mayChange && (
          <>
            <MenuItem onSelect={onRename}>Rename</MenuItem>
            <MenuItem onSelect={() => duplicate.mutate()}>Duplicate</MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDeleting(true)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {saved && isDeleting && (
        <ConfirmByName
          onClose={() => setDeleting(false)}
          verb="Delete"
          name={saved.name}
          consequence="Its variants and cases will be gone for everyone in this workspace. Saved prompt versions stay."
          onConfirm={() => void leaveAndDelete()}
        />
      )}
    </>
  )
}

const copyAddress = (id: number) => copyText('Link', `${location.origin}/playground?id=${id}`)

async function copyLink(bench: Bench): Promise<void> {
  const { linkOf } = await loadPart(() => import('./share.ts'))
  const link = await linkOf(bench, `${location.origin}/playground`)
  if (link) await copyText('Link', link)
  else toastProblem('The content is too long for a link. Save the playground, and share its link.')
}
