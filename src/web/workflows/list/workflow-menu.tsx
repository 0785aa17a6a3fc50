import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call, errorAt, invalidate } from '../../api/index.ts'
import { Field, MenuItem, Select, TextField, toast } from '../../design/index.ts'
import { FormDialog } from '../../dialogs/index.ts'
import { foldersQuery, pathsOf } from '../../folders/index.ts'
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
        consequence="Applications that run it will be refused; runs under way go on. Settings, Recently deleted restores it for 30 days."
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

/** The choice "no folder"; no folder has this id. */
const none = '0'

function WorkflowDialog({ workflow, onClose }: { workflow: ListedWorkflow; onClose: () => void }) {
  const { data: folders } = useQuery(foldersQuery)
  const [folder, setFolder] = useState(String(workflow.folder_id ?? none))
  const save = useMutation({
    mutationFn: async (name: string) => {
      const target = folder === none ? null : Number(folder)
      if (name !== workflow.name)
        await call('renameWorkflow', { params: { workflow_id: workflow.id }, body: { name } })
      if (target !== workflow.folder_id) await move(workflow, target)
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
    <FormDialog
      title="Rename or move"
      description="Applications, other workflows and columns that use the former name no longer find the workflow. Its ID stays."
      verb="Save"
      state={save}
      fields={['name']}
      onSubmit={({ name = '' }) => save.mutate(name.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={workflow.name}
        autoFocus
        autoComplete="off"
        error={errorAt(save.error, 'name')}
      />
      <Field label="Folder">
        {({ id }) => (
          <Select
            id={id}
            value={folder}
            choices={[
              { value: none, label: 'No folder' },
              ...pathsOf(folders ?? []).map((one) => ({
                value: String(one.id),
                label: one.path.join(' / '),
              })),
            ]}
            onChange={setFolder}
            className="w-full"
          />
        )}
      </Field>
    </FormDialog>
  )
}
