import { useQuery } from '@tanstack/react-query'
import type { Label } from '../page/queries.ts'
import { DynamicLabelEditor } from './dynamic-label-editor.tsx'
import { dynamicLabelsQuery } from './queries.ts'

interface Props {
  readonly promptId: number
  /** The id of the label; 0: a new label. */
  readonly id: number
  readonly labels: readonly Label[]
  readonly versions: readonly number[]
  readonly onClose: () => void
}

/** The editor of the dynamic label in the address. */
export function OpenDynamicLabel({ promptId, id, labels, versions, onClose }: Props) {
  const { data } = useQuery(dynamicLabelsQuery(String(promptId)))
  const label = data?.find((candidate) => candidate.id === id) ?? null
  if (!data || (id !== 0 && !label)) return null
  return (
    <DynamicLabelEditor
      key={id}
      promptId={promptId}
      label={label}
      labels={labels}
      versions={versions}
      onClose={onClose}
    />
  )
}
