import { Avatar, KeyMark } from '../design/index.ts'
import type { Playground } from './content.ts'

/** The person or the API key that made a change. */
export const ChangedBy = ({ author: { kind, name } }: { author: Playground['updated_by'] }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    {kind === 'person' ? <Avatar name={name} className="size-5" /> : <KeyMark className="size-5" />}
    <bdi className="truncate">{name}</bdi>
  </span>
)
