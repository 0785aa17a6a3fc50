import { Badge, type Tone } from '../../design/index.ts'
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  type IconComponent,
  LoaderCircle,
  TriangleAlert,
} from '../../icons/index.ts'
import type { NodeResult, Run } from '../queries.ts'

const runBadges = {
  running: ['Running', 'note', LoaderCircle],
  done: ['Done', 'good', CircleCheck],
  cancelled: ['Cancelled', 'neutral', CircleSlash],
} as const

const nodeBadges = {
  QUEUED: ['Queued', 'neutral', CircleDashed],
  RUNNING: ['Running', 'note', LoaderCircle],
  SUCCESS: ['Success', 'good', CircleCheck],
  FAILED: ['Failed', 'bad', TriangleAlert],
  SKIPPED: ['Skipped', 'neutral', CircleSlash],
} as const

const badgeOf = ([word, tone, Icon]: readonly [word: string, tone: Tone, Icon: IconComponent]) => (
  <Badge tone={tone}>
    <Icon className={word === 'Running' ? 'size-3 animate-spin' : 'size-3'} aria-hidden />
    {word}
  </Badge>
)

/** The state of a run. A run completes even if nodes fail, so the badge shows that a node failed. */
export const RunBadge = ({ run }: { run: Pick<Run, 'state' | 'failed_count'> }) =>
  run.state === 'done' && run.failed_count > 0
    ? badgeOf([
        run.failed_count === 1 ? '1 node failed' : `${run.failed_count} nodes failed`,
        'bad',
        TriangleAlert,
      ])
    : badgeOf(runBadges[run.state])

export const NodeBadge = ({ status }: { status: NodeResult['status'] }) => badgeOf(nodeBadges[status])
