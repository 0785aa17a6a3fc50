import { type ReactNode, Suspense } from 'react'
import type { Version } from '../../../engine/template/diff/index.ts'
import { useCommentCount } from '../../comments/queries.ts'
import { Skeleton, Tabs } from '../../design/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { valuesOf, type WrittenValues } from '../../template-runs/forms.ts'
import { Composer } from '../editor/composer.tsx'
import type { Label, SavedVersion } from './queries.ts'

/** Each tab is loaded when it is opened. */
const CompareTab = lazyScreen(() => import('../compare/compare-tab.tsx'), 'CompareTab')
const UsageTab = lazyScreen(() => import('../usage/usage-tab.tsx'), 'UsageTab')
const EvaluationsTab = lazyScreen(() => import('../usage/evaluations-tab.tsx'), 'EvaluationsTab')
const CommentThread = lazyScreen(() => import('../../comments/index.ts'), 'CommentThread')
const CodeTab = lazyScreen(() => import('../code/code-tab.tsx'), 'CodeTab')
const SettingsTab = lazyScreen(() => import('./settings-tab.tsx'), 'SettingsTab')

export type TabName = 'editor' | 'compare' | 'usage' | 'evaluations' | 'code' | 'comments' | 'settings'

interface Props {
  readonly promptId: string
  readonly tab: TabName
  readonly onTab: (tab: TabName) => void
  readonly shown: SavedVersion
  /** The shown version and its draft. */
  readonly version: Version
  readonly names: readonly string[]
  readonly values: WrittenValues
  /** The number of the newest version. */
  readonly latest: number
  readonly labels: readonly Label[]
  readonly mayWrite: boolean
  readonly readOnly: boolean
  readonly onChange: (version: Version) => void
  readonly onValidity: (part: string, isValid: boolean) => void
}

/** The tabs of a prompt. */
export function PromptTabs({ promptId, tab, onTab, shown, values, latest, labels, ...editor }: Props) {
  const { version, names, mayWrite, readOnly, onChange, onValidity } = editor
  const comments = useCommentCount({ subject_type: 'prompt', subject_id: promptId })
  return (
    <Tabs
      value={tab}
      onChange={onTab}
      tabs={[
        {
          value: 'editor',
          label: 'Editor',
          panel: (
            <div className="p-4">
              <Composer
                version={version}
                names={names}
                readOnly={readOnly}
                onChange={onChange}
                onValidity={onValidity}
              />
            </div>
          ),
        },
        {
          value: 'compare',
          label: 'Compare',
          panel: suspended(
            <CompareTab
              promptId={promptId}
              shown={shown}
              latest={latest}
              labels={labels}
              values={valuesOf(names, values)}
            />,
          ),
        },
        {
          value: 'usage',
          label: 'Usage',
          panel: suspended(<UsageTab promptId={shown.promptId} labels={labels} />),
        },
        {
          value: 'evaluations',
          label: 'Evaluations',
          panel: suspended(<EvaluationsTab promptId={shown.promptId} name={shown.name} labels={labels} />),
        },
        {
          value: 'code',
          label: 'Code',
          panel: suspended(<CodeTab shown={shown} labels={labels} values={values} />),
        },
        {
          value: 'comments',
          label: (
            <>
              Comments{' '}
              {comments > 0 && <span className="text-small text-ink-faint tabular-nums">{comments}</span>}
            </>
          ),
          panel: suspended(
            <CommentThread
              subject={{ subject_type: 'prompt', subject_id: promptId, version_number: shown.number }}
            />,
          ),
        },
        {
          value: 'settings',
          label: 'Settings',
          panel: suspended(<SettingsTab promptId={shown.promptId} name={shown.name} mayWrite={mayWrite} />),
        },
      ]}
    />
  )
}

const suspended = (panel: ReactNode) => (
  <Suspense fallback={<Skeleton className="m-4 h-64" />}>{panel}</Suspense>
)
