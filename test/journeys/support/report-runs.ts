import { type Api, bodyOf } from '../../kit/api.ts'
import { publishedGroup } from './datasets.ts'
import { gpt } from './running.ts'

export const publishPrompt = async (api: Api, name: string, text: string) =>
  bodyOf(
    await api.post('/rest/prompt-templates', {
      prompt_template: { prompt_name: name },
      prompt_version: {
        prompt_template: {
          type: 'chat',
          messages: [{ role: 'user', content: [{ type: 'text', text }] }],
        },
        metadata: gpt(),
      },
    }),
    200,
  )

export const promptColumn = (name: string, source: string, template: object) => ({
  column_type: 'PROMPT_TEMPLATE',
  name,
  configuration: { template, prompt_template_variable_mappings: { word: source } },
})

export const words = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ word: `word ${index}` }))

/** A pipeline that runs a prompt for each word and checks its answer. */
export async function promptPipeline(api: Api, name: string, count: number): Promise<number> {
  await publishPrompt(api, name, 'Say {word}')
  const dataset_group_id = await publishedGroup(api, name, words(count))
  const columns = [
    promptColumn('answer', 'word', { name }),
    { column_type: 'COUNT', name: 'length', configuration: { source: 'answer', type: 'chars' } },
  ]
  return bodyOf(await api.post('/reports', { dataset_group_id, name, columns }), 201).report_id
}
