import { call } from '../api/index.ts'
import { type SearchChoice, SearchSelect, type SearchSelectProps } from '../design/index.ts'
import { maxResults } from './max-results.ts'

/** The value is the name; a fixed option has no id. */
type PromptChoice = SearchChoice & { readonly id?: number }

type Props = SearchSelectProps<PromptChoice> & { readonly withSnippets?: boolean }

/** Chooses a prompt; the value is its name. */
export const PromptSelect = ({ withSnippets = false, ...props }: Props) => (
  <SearchSelect
    placeholder="Choose a prompt"
    {...props}
    valueLabel={props.value}
    queryKey={['prompts', 'choices', withSnippets]}
    search={(name, signal) => searchPrompts(name, withSnippets, signal)}
  />
)

async function searchPrompts(name: string, withSnippets: boolean, signal: AbortSignal) {
  const { prompts, total } = await call('listPrompts', {
    query: {
      // Without words, the prompts that changed last come first.
      ...(name !== '' && { name, sort_by: 'name', sort_order: 'asc' }),
      ...(!withSnippets && { is_snippet: false }),
      per_page: maxResults,
    },
    signal,
  })
  return {
    choices: prompts.map(({ id, name: value }): PromptChoice => ({ value, label: value, id })),
    hasMore: total > prompts.length,
  }
}
