import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { ContentBlock } from '../../../engine/template/blueprint/index.ts'
import { ApiError, call, queryClient } from '../../api/index.ts'

const marker = /@@@((?:[^@\r\n]|@(?!@))+)@@@/g
const selector = /^(.+)@(version_number|label):(.+)$/

/** The text of a snippet, with the snippets in it expanded. */
export async function readSnippet(body: string): Promise<ContentBlock[]> {
  const [, name = body, by, value] = selector.exec(body) ?? []
  const query = by === 'version_number' ? { version: Number(value) } : by === 'label' ? { label: value } : {}
  const answer = await queryClient.fetchQuery({
    queryKey: ['snippet', body],
    queryFn: () =>
      call('readRawTemplate', { params: { identifier: name }, query: { ...query, resolve_snippets: true } }),
  })
  const { prompt_template: template } = answer
  return template.type === 'completion' ? (template.content as ContentBlock[]) : []
}

async function previewOf(body: string): Promise<string> {
  try {
    const blocks = await readSnippet(body)
    return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('')
  } catch (error) {
    return error instanceof ApiError && error.status === 404
      ? 'There is no such snippet.'
      : (error as Error).message
  }
}

/** Shows the text of a snippet when the pointer is over its marker. */
export const snippetPreview: Extension = hoverTooltip(async (view, offset) => {
  const line = view.state.doc.lineAt(offset)
  const match = [...line.text.matchAll(marker)].find(
    ({ index, 0: raw }) => line.from + index <= offset && offset <= line.from + index + raw.length,
  )
  if (!match) return null
  const text = await previewOf(match[1]!)
  return {
    pos: line.from + match.index,
    end: line.from + match.index + match[0].length,
    create() {
      const dom = document.createElement('div')
      dom.className = 'max-h-60 overflow-auto whitespace-pre-wrap p-2 font-mono text-small'
      dom.textContent = text
      return { dom }
    },
  }
})
