import { Badge } from '../../design/index.ts'
import { CircleCheck, LoaderCircle } from '../../icons/index.ts'
import type { EvaluationRun } from '../queries.ts'

export const StatusBadge = ({ status }: Pick<EvaluationRun, 'status'>) =>
  status === 'RUNNING' ? (
    <Badge tone="note">
      <LoaderCircle className="size-3 animate-spin" aria-hidden />
      Running
    </Badge>
  ) : (
    <Badge tone="good">
      <CircleCheck className="size-3" aria-hidden />
      Completed
    </Badge>
  )
