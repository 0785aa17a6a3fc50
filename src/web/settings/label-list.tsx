import { LabelBadge } from '../prompts/index.ts'

/** The number of labels that a list shows of an entity. Further labels are only counted. */
const maxLabels = 2

interface Label {
  readonly name: string
  readonly version_number: number
}

export const LabelList = ({ labels }: { labels: readonly Label[] }) => (
  <span className="flex gap-1">
    {labels.slice(0, maxLabels).map(({ name, version_number }) => (
      <LabelBadge key={name} name={name} version={version_number} />
    ))}
    {labels.length > maxLabels && (
      <span
        className="text-small text-ink-soft"
        title={labels.map(({ name, version_number }) => `${name} v${version_number}`).join(', ')}
      >
        +{labels.length - maxLabels}
      </span>
    )}
  </span>
)
