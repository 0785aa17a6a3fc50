import type { PromptTemplate } from '../../blueprint/index.ts'
import { type Kwargs, present } from '../common/kwargs.ts'
import { type Choice, functionsOf, type OfferedFunction, offerOf } from '../common/offer.ts'
import { cachePoint } from './blocks.ts'

/**
 * Converse's toolConfig, with function tools only; a marked one is followed by a cache point. Converse has no choice `none`:
 * tools are left out, or offered without a choice if the conversation needs them.
 */
export const toolConfigOf = (template: PromptTemplate, needed: boolean): Kwargs | null => {
  const offer = offerOf(template)
  const functions = functionsOf(offer)
  if (functions.length === 0 || (offer.choice === 'none' && !needed)) return null
  return present({ tools: functions.flatMap(toolSpec), toolChoice: toolChoice(offer.choice) })
}

const toolSpec = ({ name, description, parameters, strict, marker }: OfferedFunction): Kwargs[] => [
  {
    toolSpec: present({
      name,
      description,
      inputSchema: { json: { ...parameters, type: 'object' } },
      strict: strict || null,
    }),
  },
  ...cachePoint(marker),
]

const toolChoice = (choice: Choice | null): Kwargs | null => {
  if (choice === null || choice === 'none') return null
  if (typeof choice !== 'string') return { tool: { name: choice.name } }
  return choice === 'auto' ? { auto: {} } : { any: {} }
}
