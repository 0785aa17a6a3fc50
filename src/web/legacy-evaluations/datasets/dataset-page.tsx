import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call, invalidate, useMay } from '../../api/index.ts'
import {
  Badge,
  Button,
  counted,
  Empty,
  Menu,
  MenuItem,
  NativeSelect,
  QueryState,
} from '../../design/index.ts'
import { useChange } from '../../dialogs/values.ts'
import { Page } from '../../shell/index.ts'
import { BackToList, Legacy } from '../legacy.tsx'
import {
  groupQuery,
  inVersionOrder,
  isFilling,
  latestOf,
  type PendingDataset,
  versionName,
} from '../queries.ts'
import { AddRequest } from './add-request.tsx'
import { DatasetRows } from './dataset-rows.tsx'
import { FromFile } from './from-file.tsx'
import { FromFilter } from './from-filter.tsx'

type RowSource = 'file' | 'filter' | 'request'

/** One dataset: its versions, their rows, and the ways to add rows. */
export function DatasetPage() {
  const { groupId } = useParams({ from: '/evaluations/datasets/$groupId' })
  const search = useSearch({ from: '/evaluations/datasets/$groupId' })
  const navigate = useNavigate({ from: '/evaluations/datasets/$groupId' })
  const mayChange = useMay('contributor')
  /** The open dialog. */
  const [rowSource, setRowSource] = useState<RowSource | null>(null)
  const [pending, setPending] = useState<PendingDataset | null>(null)
  const group = Number(groupId)
  const { data, error, refetch } = useQuery(groupQuery(group, pending))
  const versions = inVersionOrder(data?.datasets ?? [])
  const draft = versions.find(({ version_number }) => version_number === -1)
  const latest = latestOf(versions)
  const shownVersion = versions.find(({ id }) => id === search.dataset) ?? latest ?? versions[0]
  const refresh = async () => {
    await invalidate(['dataset', group])
    await invalidate('datasets')
  }
  const saveDraft = useChange(() => call('saveDraftDataset', { body: { dataset_group_id: group } }), {
    done: 'The draft is saved as a version',
    onSuccess: async ({ draft_dataset_id }) => {
      await refresh()
      await navigate({ search: { dataset: draft_dataset_id } })
    },
  })
  const makeDraft = useChange(
    () =>
      call('createDraftDataset', {
        body: { dataset_group_id: group, source_dataset_id: latest?.id ?? null },
      }),
    {
      done: 'Draft created',
      onSuccess: async ({ draft_dataset_id }) => {
        setPending({ dataset: draft_dataset_id, rows: latest?.row_count ?? 0 })
        await refresh()
        await navigate({ search: { dataset: draft_dataset_id } })
      },
    },
  )
  const onAdded = async (dataset: number) => {
    // A single request is added at once; the other ways of adding rows publish a version.
    setPending(rowSource === 'request' ? null : { dataset, rows: null })
    setRowSource(null)
    await refresh()
    await navigate({ search: { dataset } })
  }
  return (
    <Page
      title={<bdi>{shownVersion?.dataset_group.name ?? ''}</bdi>}
      above={<BackToList show="datasets" />}
      badges={
        <>
          {shownVersion && isFilling(shownVersion) && <Badge tone="note">Rows are being added</Badge>}
          <Legacy />
        </>
      }
      actions={
        <>
          {shownVersion && (
            <NativeSelect
              aria-label="Version"
              className="w-44"
              value={shownVersion.id}
              onChange={({ target }) => navigate({ search: { dataset: Number(target.value) } })}
              options={versions.map((version) => [
                version.id,
                `${versionName(version)} (${counted(version.row_count, 'row')})`,
              ])}
            />
          )}
          {mayChange && data && (
            <>
              {draft ? (
                <Button
                  disabled={draft.row_count === 0}
                  title={draft.row_count === 0 ? 'The draft has no rows yet' : undefined}
                  isBusy={saveDraft.isPending}
                  onClick={() => saveDraft.mutate()}
                >
                  Save draft
                </Button>
              ) : (
                <Button isBusy={makeDraft.isPending} onClick={() => makeDraft.mutate()}>
                  Create a draft
                </Button>
              )}
              <Menu trigger={<Button kind="primary">Add rows</Button>}>
                <MenuItem onSelect={() => setRowSource('file')}>From a file, as a version</MenuItem>
                <MenuItem onSelect={() => setRowSource('filter')}>
                  From a filter of requests, as a version
                </MenuItem>
                <MenuItem disabled={!draft} onSelect={() => setRowSource('request')}>
                  {draft ? 'One request, to the draft' : 'One request (create a draft first)'}
                </MenuItem>
              </Menu>
            </>
          )}
        </>
      }
    >
      <QueryState query={{ data, error, refetch }} />
      {shownVersion?.error_message && (
        <p role="alert" className="m-4 rounded-md bg-bad-soft px-3 py-2 text-bad">
          {shownVersion.error_message}
        </p>
      )}
      {shownVersion &&
        shownVersion.row_count === 0 &&
        !isFilling(shownVersion) &&
        !shownVersion.error_message && (
          <Empty title="No rows yet">
            Add rows from a CSV or JSON file, from a filter of logged requests, or request by request. Reports
            can use a draft after it is saved as a version.
          </Empty>
        )}
      {shownVersion && shownVersion.row_count > 0 && (
        <DatasetRows key={shownVersion.id} dataset={shownVersion} />
      )}
      {rowSource === 'file' && (
        <FromFile group={group} onAdded={onAdded} onClose={() => setRowSource(null)} />
      )}
      {rowSource === 'filter' && (
        <FromFilter group={group} onAdded={onAdded} onClose={() => setRowSource(null)} />
      )}
      {rowSource === 'request' && (
        <AddRequest group={group} onAdded={onAdded} onClose={() => setRowSource(null)} />
      )}
    </Page>
  )
}
