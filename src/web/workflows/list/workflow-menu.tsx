import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, invalidate } from '../../api/index.ts'
import { MenuItem, toast } from '../../design/index.ts'
import { RenameOrMove } from '../../folders/index.ts'
import { DeleteMenu } from '../../shell/index.ts'
import { workflowKey } from '../queries.ts'

export type ListedWorkflow = Answer<'listWorkflows'>['items'][number]

const move = ({ id }: ListedWorkflow, folder_id: number | null) =>
  call('moveFolderEntities', { body: { entities: [{ id, type: 'WORKFLOW' }], folder_id } })

/** Actions for one workflow of the list. */
export function WorkflowMenu({ workflow }: { workflow: ListedWorkflow }) {
  const { id, name, folder_id } = workflow
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <DeleteMenu
        name={name}
        list="workflows"
        consequence="Applications can no longer run it. Runs in progress continue. For 30 days you can restore it in Settings, Recently deleted."
        onDelete={() =>
          call('deleteFolderEntities', { body: { entities: [{ id, type: 'WORKFLOW' }], cascade: false } })
        }
        onRestore={async () => {
          await call('restoreWorkflow', { params: { workflow_id: id } })
          if (folder_id !== null) await move(workflow, folder_id)
        }}
      >
        <MenuItem onSelect={() => setEditing(true)}>Rename or move</MenuItem>
      </DeleteMenu>
      {isEditing && <WorkflowDialog workflow={workflow} onClose={() => setEditing(false)} />}
    </>
  )
}

function WorkflowDialog({ workflow, onClose }: { workflow: ListedWorkflow; onClose: () => void }) {
  const save = useMutation({
    mutationFn: async ({ name, folder }: { name: string; folder: number | null }) => {
      if (name !== workflow.name)
        await call('renameWorkflow', { params: { workflow_id: workflow.id }, body: { name } })
      if (folder !== workflow.folder_id) await move(workflow, folder)
      return name
    },
    onSuccess: (name) => {
      toast(`${name} saved`)
      onClose()
    },
    // The name may be saved although the folder is not.
    onSettled: () => invalidate('workflows', workflowKey(workflow.id)),
  })
  return (
    <RenameOrMove
      name={workflow.name}
      folder={workflow.folder_id}
      description="Applications, other workflows and columns that use the old name will not find the workflow. Its ID stays."
      state={save}
      onSave={save.mutate}
      onClose={onClose}
    />
  )
}
