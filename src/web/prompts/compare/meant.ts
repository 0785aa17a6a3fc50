import type { Change } from '../../../engine/template/diff/index.ts'

/** Names of variables follow from the text; only what somebody wrote is shown as a change. */
export const isMeant = ({ path }: Change): boolean => !path.includes('input_variables')

/** Where a change is shown. */
export function partOf({ path }: Change): 'text' | 'tools' | 'format' | 'parameters' {
  const [root, key, ...rest] = path
  if (root === 'template') {
    if (key === undefined || key === 'messages' || key === 'content' || key === 'template_format')
      return 'text'
    if (key === 'tools' || key === 'functions') return 'tools'
  }
  return key === 'model' && rest[0] === 'parameters' && rest[1] === 'response_format'
    ? 'format'
    : 'parameters'
}
