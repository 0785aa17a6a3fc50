import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Badge, Button, Tabs } from '../../design/index.ts'
import { Columns3, Gauge, Play } from '../../icons/index.ts'
import { Page } from '../../shell/index.ts'
import { BackToList, Legacy } from '../legacy.tsx'
import { evaluationsQuery, type ReportAnswer } from '../queries.ts'
import { ColumnPanel } from './column-panel.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { ReportMenu } from './report-menu.tsx'
import { ReportRows } from './report-rows.tsx'
import { RunDialog } from './run-dialog.tsx'
import { RunList } from './run-list.tsx'
import { ScoreCardPanel } from './score-card-panel.tsx'

interface Props {
  readonly answer: ReportAnswer
  readonly onDeleted: () => void
}

/** The open panel: all columns, one of them (0: a new one), or the score card. */
type Panel = { readonly kind: 'columns' | 'score' } | { readonly kind: 'column'; readonly id: number } | null

/** The columns of a report, computed for the first rows of its dataset. */
export function Pipeline({ answer: { report, status, report_columns: columns }, onDeleted }: Props) {
  const { show = 'rows' } = useSearch({ from: '/evaluations/reports/$reportId' })
  const navigate = useNavigate({ from: '/evaluations/reports/$reportId' })
  const mayChange = useMay('contributor')
  const [panel, setPanel] = useState<Panel>(null)
  const [isStarting, setStarting] = useState(false)
  const lists = useQuery(evaluationsQuery(report.name, 1)).data?.evaluations
  const runs = lists?.find(({ id }) => id === report.id)?.runs ?? []
  const toggle = (kind: 'columns' | 'score') => setPanel(panel?.kind === kind ? null : { kind })
  const close = () => setPanel(null)
  return (
    <Page
      title={<bdi>{report.name}</bdi>}
      above={<BackToList show="reports" />}
      badges={
        <>
          <Badge>Pipeline</Badge>
          <Legacy />
        </>
      }
      actions={
        <>
          <Button aria-pressed={panel?.kind === 'columns'} onClick={() => toggle('columns')}>
            <Columns3 />
            Columns
          </Button>
          <Button aria-pressed={panel?.kind === 'score'} onClick={() => toggle('score')}>
            <Gauge />
            Score card
          </Button>
          {mayChange && (
            <>
              <Button kind="primary" onClick={() => setStarting(true)}>
                <Play />
                Run
              </Button>
              <ReportMenu report={report} onDeleted={onDeleted} />
            </>
          )}
        </>
      }
    >
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Tabs
            value={show}
            onChange={(next) => navigate({ search: { show: next }, replace: true })}
            tabs={[
              {
                value: 'rows',
                label: 'Preview',
                panel: (
                  <div className="flex h-full flex-col">
                    <ReportRows
                      id={report.id}
                      label="First rows"
                      reportColumns={columns}
                      refreshKey={`${status} ${JSON.stringify(columns)}`}
                    />
                  </div>
                ),
              },
              { value: 'runs', label: `Runs ${runs.length}`, panel: <RunList runs={runs} /> },
            ]}
          />
        </div>
        {panel?.kind === 'columns' && (
          <ColumnsPanel
            columns={columns}
            mayChange={mayChange}
            onOpen={(id) => setPanel({ kind: 'column', id })}
            onClose={close}
          />
        )}
        {panel?.kind === 'column' && (
          <ColumnPanel
            key={panel.id}
            report={report.id}
            column={columns.find(({ id }) => id === panel.id)}
            columns={columns}
            onClose={() => setPanel({ kind: 'columns' })}
          />
        )}
        {panel?.kind === 'score' && (
          <ScoreCardPanel report={report} columns={columns} mayChange={mayChange} onClose={close} />
        )}
      </div>
      {isStarting && <RunDialog report={report} onClose={() => setStarting(false)} />}
    </Page>
  )
}
