import { Badge, type Tone } from '../design/index.ts'

const tones: Readonly<Record<string, Tone>> = {
  prod: 'good',
  production: 'good',
  staging: 'note',
  stage: 'note',
}

/** A release label, with its version if `version` is set. */
export const LabelBadge = ({ name, version }: { name: string; version?: number }) => (
  <Badge tone={tones[name] ?? 'variable'}>
    <bdi className="max-w-40 truncate leading-[18px]">{name}</bdi>
    {version !== undefined && <span>v{version}</span>}
  </Badge>
)
