import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Metadata } from '../../engine/template/blueprint/index.ts'
import { call, queryOf } from '../api/index.ts'
import { Button, counted, Dialog, Input, Problem, SkeletonRows } from '../design/index.ts'
import { benchOfPrompt } from './from-request.ts'
import { type Bench, variantName } from './variant.ts'

interface Props {
  readonly onClose: () => void
  readonly onOpened: (bench: Bench, name: string) => void
}

/** Opens a prompt of the registry as a variant: its latest version, or the version of a label. */
export function OpenPrompt({ onClose, onOpened }: Props) {
  const [find, setFind] = useState('')
  const name = useDeferredValue(find.trim())
  const list = useQuery(
    queryOf(['prompts', 'to-open', name], 'listPrompts', {
      query: {
        // Without words, the prompts that changed last come first.
        ...(name !== '' && { name, sort_by: 'name', sort_order: 'asc' }),
        is_snippet: false,
        per_page: maxPrompts,
      },
    }),
  )
  const open = useMutation({
    mutationFn: readBenchOfPrompt,
    onSuccess: (bench) => onOpened(bench, variantName(bench.variants[0]!)),
  })
  const prompts = list.data?.prompts
  const more = (list.data?.total ?? 0) - (prompts?.length ?? 0)
  const error = list.error ?? open.error
  return (
    <Dialog onClose={onClose} title="Open a prompt">
      <Input
        aria-label="Find prompts"
        placeholder="Find by name"
        autoFocus
        value={find}
        onChange={(event) => setFind(event.target.value)}
      />
      {error && <Problem error={error} className="m-0 mt-3" />}
      {!prompts && !error && <SkeletonRows rows={4} />}
      {prompts?.length === 0 && <p className="py-6 text-center text-ink-soft">No prompts match.</p>}
      <ul className="mt-2 flex flex-col">
        {prompts?.map(({ id, name, latest_version: latest, labels }) => (
          <li key={id} className="flex items-center gap-1.5 border-b py-1.5 last:border-b-0">
            <bdi className="min-w-0 flex-1 truncate font-medium" title={name}>
              {name}
            </bdi>
            {[
              { label: 'latest', version: latest },
              ...labels.map((label) => ({ label: label.name, version: label.version })),
            ]
              .slice(0, maxButtons)
              .map(({ label, version }) => (
                <Button
                  key={label}
                  size="small"
                  className="max-w-32 shrink-0"
                  isBusy={open.isPending}
                  aria-label={`Open ${name} ${label} v${version}`}
                  onClick={() => open.mutate({ id, version })}
                >
                  <span className="truncate">{label}</span> v{version}
                </Button>
              ))}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="pt-2 text-small text-ink-faint">
          {counted(more, 'more prompt')} match. Type more of the name.
        </p>
      )}
    </Dialog>
  )
}

const maxPrompts = 50
const maxButtons = 3

async function readBenchOfPrompt({ id, version }: { id: number; version: number }): Promise<Bench> {
  const answer = await call('readRawTemplate', {
    params: { identifier: String(id) },
    query: { version, resolve_snippets: false },
  })
  return benchOfPrompt({
    prompt: answer.prompt_name,
    version: answer.version,
    template: answer.prompt_template,
    metadata: answer.metadata as Metadata | null,
    values: {},
  })
}
