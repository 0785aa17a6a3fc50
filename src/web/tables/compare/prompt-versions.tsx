import { Link } from '@tanstack/react-router'
import { Labelled } from './labelled.tsx'
import type { Compared } from './queries.ts'

type Versions = Compared['sides'][number]['prompt_versions']

interface Props {
  readonly versions: Versions
  readonly baseline: Versions
}

const maxShown = 3

/** The prompt versions that made the outputs of a side, with a link to the changes since the baseline's version. */
export function PromptVersions({ versions, baseline }: Props) {
  const [main] = versions
  if (!main) return null
  const before = baseline[0]
  const hasChanged = before?.prompt_id === main.prompt_id && before.version_number !== main.version_number
  return (
    <Labelled label="Prompt">
      <p className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-3">
        {versions.slice(0, maxShown).map(({ prompt_id, prompt_name, version_number, rows }) => (
          <Link
            key={`${prompt_id} ${version_number}`}
            to="/prompts/$promptId"
            params={{ promptId: String(prompt_id) }}
            search={{ v: version_number }}
            className="min-w-0 truncate text-accent-ink hover:underline"
          >
            <bdi>{prompt_name}</bdi> v{version_number}
            {versions.length > 1 && ` (${rows.toLocaleString('en')})`}
          </Link>
        ))}
        {versions.length > maxShown && (
          <span className="text-ink-soft">and {versions.length - maxShown} more</span>
        )}
        {hasChanged && (
          <Link
            to="/prompts/$promptId"
            params={{ promptId: String(main.prompt_id) }}
            search={{ tab: 'compare', v: main.version_number, base: before.version_number }}
            className="text-small text-ink-soft underline"
          >
            Changes since v{before.version_number}
          </Link>
        )}
      </p>
    </Labelled>
  )
}
