import { CircleCheck, CircleDashed, CircleSlash, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Badge } from '../../design/index.ts'
import type { NodeResult, Run } from '../queries.ts'

const ofRuns = {
  running: ['Running', 'note', LoaderCircle],
  done: ['Done', 'good', CircleCheck],
  cancelled: ['Cancelled', 'neutral', CircleSlash],
} as const

const ofNodes = {
  QUEUED: ['Queued', 'neutral', CircleDashed],
  RUNNING: ['Running', 'note', LoaderCircle],
  SUCCESS: ['Success', 'good', CircleCheck],
  FAILED: ['Failed', 'bad', TriangleAlert],
  SKIPPED: ['Skipped', 'neutral', CircleSlash],
} as const

const shown = ([word, tone, Icon]:
  | (typeof ofRuns)['done']
  | (typeof ofNodes)[keyof typeof ofNodes]
  | (typeof ofRuns)[keyof typeof ofRuns]) => (
  <Badge tone={tone}>
    <Icon className={word === 'Running' ? 'size-3 animate-spin' : 'size-3'} aria-hidden />
    {word}
  </Badge>
)

export const RunBadge = ({ state }: { state: Run['state'] }) => shown(ofRuns[state])
export const NodeBadge = ({ status }: { status: NodeResult['status'] }) => shown(ofNodes[status])
