import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/index.ts'
import { Button, PageSearch, Tabs } from '../design/index.ts'
import { Plus } from '../icons/index.ts'
import { Page } from '../shell/index.ts'
import { DatasetList } from './datasets/dataset-list.tsx'
import { NewDataset } from './datasets/new-dataset.tsx'
import { NewReport } from './reports/new-report.tsx'
import { ReportList } from './reports/report-list.tsx'

export function EvaluationLists() {
  const { show = 'reports', find } = useSearch({ from: '/evaluations' })
  const navigate = useNavigate({ from: '/evaluations' })
  const mayChange = useMay('contributor')
  const [isCreating, setCreating] = useState(false)
  const create = mayChange && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus />
      {show === 'reports' ? 'New report' : 'New dataset'}
    </Button>
  )
  return (
    <Page
      title="Legacy evaluations"
      actions={
        <>
          <PageSearch
            label={`Find ${show}`}
            value={find}
            onChange={(find) => navigate({ search: { show, find }, replace: true })}
          />
          {create}
        </>
      }
    >
      <p className="shrink-0 bg-surface px-4 pt-3 pb-1 text-ink-soft">
        Kept for applications that use the API of reports and datasets.{' '}
        <Link to="/tables" className="text-accent-ink underline">
          Tables
        </Link>{' '}
        do the same and more. You can move a finished run to a table, with its rows, columns and score.
      </p>
      <Tabs
        value={show}
        onChange={(next) => navigate({ search: { show: next } })}
        tabs={[
          { value: 'reports', label: 'Reports', panel: <ReportList find={find} /> },
          { value: 'datasets', label: 'Datasets', panel: <DatasetList find={find} /> },
        ]}
      />
      {isCreating && show === 'reports' && <NewReport onClose={() => setCreating(false)} />}
      {isCreating && show === 'datasets' && <NewDataset onClose={() => setCreating(false)} />}
    </Page>
  )
}
