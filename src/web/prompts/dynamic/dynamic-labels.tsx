import { Button } from '../../design/index.ts'
import { Split } from '../../icons/index.ts'
import type { DynamicLabel } from './queries.ts'
import { ruleDraftOf } from './rules.ts'
import { splitText } from './split-bar.tsx'

interface Props {
  readonly labels: readonly DynamicLabel[]
  readonly onOpen: (id: number) => void
}

/** The dynamic labels of a prompt, each with its shares. */
export const DynamicLabels = ({ labels, onOpen }: Props) => (
  <>
    {labels.map((label) => (
      <Button key={label.id} size="small" className="font-normal" onClick={() => onOpen(label.id)}>
        <Split />
        <bdi className="font-medium">{label.name}</bdi>
        <span className="text-ink-soft tabular-nums">
          {splitText(ruleDraftOf(label.rules.at(-1)!).splits)}
        </span>
      </Button>
    ))}
  </>
)
