import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/index.ts'
import { Badge } from '../../design/index.ts'

interface Props {
  readonly request: Pick<
    Answer<'readRequest'>,
    'prompt_id' | 'prompt_name' | 'prompt_version_number' | 'prompt_label'
  >
}

/** The prompt of a request, with the version and label that it was read by. */
export function PromptLink({
  request: { prompt_id: id, prompt_name: name, prompt_version_number: version, prompt_label: label },
}: Props) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link
        to="/prompts/$promptId"
        params={{ promptId: String(id) }}
        search={version === null ? {} : { v: version }}
        className="min-w-0 truncate text-accent-ink hover:underline"
      >
        <bdi>{name ?? `Prompt ${id}`}</bdi>
        {version !== null && ` v${version}`}
      </Link>
      {label !== null && (
        <Badge tone="accent">
          <bdi>{label}</bdi>
        </Badge>
      )}
    </span>
  )
}
