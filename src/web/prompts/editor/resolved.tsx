import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PromptTemplate } from '../../../engine/template/blueprint/index.ts'
import { expandSnippets, snippetMarkers } from '../../../engine/template/snippets/index.ts'
import { Problem } from '../../design/index.ts'
import { textOf } from '../compare/text-of.ts'
import { readSnippet } from './snippet-preview.ts'

/** The template with its snippets expanded. */
export function Resolved({ template }: { template: PromptTemplate }) {
  const markers = useMemo(() => snippetMarkers(template), [template])
  const snippets = useQueries({
    queries: markers.map(({ raw }) => ({
      queryKey: ['snippet-blocks', raw],
      queryFn: () => readSnippet(raw.slice(3, -3)),
    })),
  })
  const error = snippets.find(({ error }) => error)?.error
  const expanded = expandSnippets(template, ({ raw, name, version, label }) => {
    const content = snippets[markers.findIndex((marker) => marker.raw === raw)]?.data
    if (!content) return undefined
    return {
      promptName: name,
      versionNumber: version ?? 0,
      label,
      template: { type: 'completion', content, input_variables: [], template_format: 'f-string' },
    }
  })
  return (
    <>
      {error && <Problem error={error} className="m-0 mb-3" />}
      <section aria-label="Resolved text" className="rounded-lg border bg-sunken">
        <pre className="p-3 text-[12.5px] leading-5 break-words whitespace-pre-wrap">
          {textOf(expanded.template)}
        </pre>
      </section>
    </>
  )
}
